import { kernelEnvironment } from "./environment.ts";
import { within } from "./within.ts";

/** How a kernel is started. */
export interface KernelOptions {
  /** Working directory; `deno.json` is found from here upward. */
  cwd: string;
  /** Additions to the environment. */
  env?: Record<string, string>;
  /** Flags for `deno jupyter`, such as `--unstable-kv`. */
  flags?: string[];
  /** How long the kernel may take to answer for the first time. */
  startSeconds?: number;
  /** Chooses the ports; as unless told, such that were free a moment ago. */
  choosePorts?: () => KernelPorts;
}

/** The five ports of a kernel on 127.0.0.1. */
export interface KernelPorts {
  shell: number;
  iopub: number;
  stdin: number;
  control: number;
  hb: number;
}

const stderrKept = 16_384;

/** The operating system's side of a kernel: the process, its ports, what it writes to stderr. */
export class KernelProcess {
  readonly ports: KernelPorts;
  readonly key: string;
  readonly exited: Promise<Deno.CommandStatus>;
  /** Whether the system kills the kernel when this process ends. */
  readonly diesWithParent: boolean;
  readonly #child: Deno.ChildProcess;
  readonly #connectionFile: string;
  #stderr = "";
  #drained: Promise<void>;

  private constructor(
    child: Deno.ChildProcess,
    ports: KernelPorts,
    key: string,
    connectionFile: string,
    diesWithParent: boolean,
  ) {
    this.ports = ports;
    this.key = key;
    this.diesWithParent = diesWithParent;
    this.exited = child.status;
    this.#child = child;
    this.#connectionFile = connectionFile;
    // both pipes are read to the end, since a full pipe would stop the kernel
    this.#drained = (async () => {
      for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) {
        this.#stderr = (this.#stderr + text).slice(-stderrKept);
      }
    })();
    (async () => {
      for await (const _ of child.stdout);
    })();
  }

  static async spawn(options: KernelOptions): Promise<KernelProcess> {
    const ports = (options.choosePorts ?? freePorts)();
    const key = crypto.randomUUID();
    const connectionFile = await Deno.makeTempFile({ prefix: "corebook-kernel-", suffix: ".json" });
    await Deno.writeTextFile(
      connectionFile,
      JSON.stringify({
        transport: "tcp",
        ip: "127.0.0.1",
        ...Object.fromEntries(
          Object.entries(ports).map(([name, port]) => [`${name}_port`, port]),
        ),
        key,
        signature_scheme: "hmac-sha256",
        kernel_name: "deno",
      }),
      { mode: 0o600 },
    );
    const kernel = [Deno.execPath(), "jupyter", "--kernel", "--conn", connectionFile];
    const diesWithParent = await canDieWithParent();
    const [program, ...args] = [
      ...(diesWithParent ? ["setpriv", "--pdeathsig", "KILL"] : []),
      ...kernel,
      ...(options.flags ?? []),
    ];
    const child = new Deno.Command(program, {
      args,
      cwd: options.cwd,
      env: { ...kernelEnvironment, ...options.env },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
      detached: ownGroup, // Ctrl-C is for the tool, which then ends the kernel itself
    }).spawn();
    return new KernelProcess(child, ports, key, connectionFile, diesWithParent);
  }

  get pid(): number {
    return this.#child.pid;
  }

  /** The end of what the kernel wrote to stderr, without Deno's notice that kernels are new. */
  async stderr(): Promise<string> {
    await within(this.#drained, 200);
    return this.#stderr.split("\n")
      .filter((line) => !line.includes('"deno jupyter" is unstable'))
      .join("\n").trim();
  }

  /** Kills the kernel and every process that it started, and resolves when the kernel is gone. */
  async kill(): Promise<void> {
    try {
      Deno.kill(ownGroup ? -this.pid : this.pid, "SIGKILL");
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound) && !(error instanceof TypeError)) throw error;
    }
    await this.exited;
    await this.removeConnectionFile();
  }

  /** Removes the file with the key, which the kernel reads at its start and never again. */
  async removeConnectionFile(): Promise<void> {
    await Deno.remove(this.#connectionFile).catch(() => {}); // it is gone already
  }
}

const ownGroup = Deno.build.os !== "windows";

/** Ports that were free a moment ago; a kernel that finds one taken exits and is started anew. */
export function freePorts(): KernelPorts {
  const listeners = Array.from(
    { length: 5 },
    () => Deno.listen({ hostname: "127.0.0.1", port: 0 }),
  );
  const [shell, iopub, stdin, control, hb] = listeners.map((each) => each.addr.port);
  for (const listener of listeners) listener.close();
  return { shell, iopub, stdin, control, hb };
}

/** Whether util-linux' setpriv is there, which has the system kill a child with its parent. */
async function canDieWithParent(): Promise<boolean> {
  if (Deno.build.os !== "linux") return false;
  try {
    const { success } = await new Deno.Command("setpriv", {
      args: ["--pdeathsig", "KILL", "true"],
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).output();
    return success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
