import { join } from "node:path";
import { type CommandResult, runCommand } from "../base/command.ts";

/** A suite of a Debian mirror, with the keys that its release file must be signed by. */
export interface AptSuite {
  mirror: string;
  suite: string;
  keyring: string;
}

/** What apt would not do, in its own words. */
export class AptError extends Error {
  override name = "AptError";

  /** The mirror did not answer at all: another suite would fare no better. */
  get unreachable(): boolean {
    return /could not (connect|resolve)|unable to connect|timed out|temporary failure/i
      .test(this.message);
  }
}

/**
 * Downloads a package and those of its dependencies that `wanted` takes, as `.deb` files, without
 * touching the machine's own package lists and caches and without root. apt itself checks the
 * signatures and hashes. The host's apt settings, such as a proxy, apply.
 *
 * @param folder An empty folder that apt may fill; the caller removes it.
 * @param log Told when the mirror's release file has expired and is taken all the same.
 * @returns The paths of the files.
 * @throws {AptError} When the mirror cannot be reached, is not signed by the keyring or does not
 * have the package.
 */
export async function aptDownload(
  { mirror, suite, keyring }: AptSuite,
  root: string,
  wanted: (name: string) => boolean,
  folder: string,
  log: (line: string) => void,
): Promise<string[]> {
  const at = (name: string) => join(folder, name);
  for (const name of ["lists/partial", "cache/archives/partial", "debs"]) {
    await Deno.mkdir(at(name), { recursive: true });
  }
  await Deno.writeTextFile(at("status"), "");
  await Deno.writeTextFile(
    at("sources.list"),
    `deb [signed-by=${keyring}] ${mirror} ${suite} main\n`,
  );
  await Deno.writeTextFile(at("apt.conf"), aptSettings(folder));
  const aptGet = (...args: string[]) =>
    runCommand("apt-get", ["-c", at("apt.conf"), ...args], {
      timeoutMs: 300_000,
      env: { LC_ALL: "C" },
      cwd: at("debs"),
    });

  let updated = await aptGet("update");
  let options: string[] = [];
  if (/ is expired /.test(updated.stderr)) {
    log(
      `The release file of ${suite} has expired on this mirror; taking it without its expiry date. ` +
        "Its signature is still checked, but it may be an old one.",
    );
    options = ["-o", "Acquire::Check-Valid-Until=false"];
    updated = await aptGet(...options, "update");
  }
  if (updated.code !== 0) throw new AptError(faults(updated));
  const plan = await aptGet(...options, "install", "--simulate", root);
  // without lists (an unreachable mirror is only a warning) apt knows no such package
  if (plan.code !== 0) throw new AptError(faults(updated) || faults(plan));
  const names = [...plan.stdout.matchAll(/^Inst (\S+) /gm)].map(([, name]) => name).filter(wanted);
  if (!names.includes(root)) throw new AptError(`${suite} has no installable ${root}`);
  const download = await aptGet(...options, "download", ...names);
  if (download.code !== 0) throw new AptError(faults(download));
  return (await Array.fromAsync(Deno.readDir(at("debs"))))
    .filter((entry) => entry.name.endsWith(".deb"))
    .map((entry) => join(at("debs"), entry.name));
}

/** Settings that keep apt inside the folder. They are read last, so they overrule the host's. */
function aptSettings(folder: string): string {
  const at = (name: string) => JSON.stringify(join(folder, name));
  return `Dir::State ${at("")};
Dir::State::lists ${at("lists")};
Dir::State::status ${at("status")};
Dir::Cache ${at("cache")};
Dir::Cache::archives ${at("cache/archives")};
Dir::Etc::sourcelist ${at("sources.list")};
Dir::Etc::sourceparts "/dev/null";
Dir::Etc::preferences "/dev/null";
Dir::Etc::preferencesparts "/dev/null";
Dir::Log ${at("")};
APT::Install-Recommends "false";
APT::Sandbox::User "root";
APT::Update::Error-Mode "any";
Acquire::AllowInsecureRepositories "false";
Acquire::AllowWeakRepositories "false";
APT::Get::AllowUnauthenticated "false";
Acquire::Check-Date "true";
Acquire::Check-Valid-Until "true";
Acquire::Languages "none";
Acquire::Retries "2";
Acquire::http::Timeout "20";
Acquire::https::Timeout "20";
#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
#clear DPkg::Pre-Invoke;
#clear DPkg::Post-Invoke;
`;
}

/** apt's first errors and warnings in one line. */
function faults({ stderr, timedOut }: CommandResult): string {
  if (timedOut) return "apt-get did not end within 5 minutes";
  return stderr.split("\n")
    .filter((line) => /^[EW]: /.test(line) && !line.includes("Some index files failed"))
    .map((line) => line.slice(3).replace(/\s+/g, " ").trim().replace(/\.$/, ""))
    .slice(0, 2).join("; ");
}
