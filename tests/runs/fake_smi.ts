import { join } from "node:path";

/** An nvidia-smi in a folder of its own, which a test steers while it runs. */
export interface FakeSmi extends AsyncDisposable {
  folder: string;
  program: string;
  /** What GPU 0 says of its temperature from now on. */
  celsius(text: string): Promise<void>;
  /**
   * `gone`: fails as without a driver; `hangs`: says nothing more; `stuck`: and cannot be asked to
   * end; `ends`: ends once, without a word, and works again when it is started anew.
   */
  mode(mode: "works" | "gone" | "hangs" | "stuck" | "ends"): Promise<void>;
  /** Process ids of every start, in order. */
  started(): Promise<number[]>;
}

const script = `#!/bin/sh
folder=$(dirname "$0")
fields=\${1#--query-gpu=}
echo $$ >> "$folder/started"
echo "$fields" | sed 's/,/, /g'
while :; do
  read -r mode < "$folder/mode"
  case $mode in
    gone)
      echo "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver."
      exit 9 ;;
    ends) echo works > "$folder/mode"; exit 0 ;;
    hangs) exec sleep 600 ;;
    stuck) trap '' TERM; exec sleep 600 ;;
  esac
  row=
  for field in $(echo "$fields" | tr ',' ' '); do
    case $field in
      timestamp) cell=$(date '+%Y/%m/%d %H:%M:%S.000') ;;
      index) cell=0 ;;
      name) cell="NVIDIA Test" ;;
      driver_version) cell=550.163.01 ;;
      temperature.gpu) read -r cell < "$folder/celsius" ;;
      clocks_event_reasons.active) cell=0x0000000000000004 ;;
      *) cell="[N/A]" ;;
    esac
    row="$row, $cell"
  done
  echo "\${row#, }"
  [ -n "$3" ] || exit 0
  ms=\${3#--loop-ms=}
  sleep "$((ms / 1000)).$(printf %03d $((ms % 1000)))"
done
`;

export async function fakeSmi(): Promise<FakeSmi> {
  const folder = await Deno.makeTempDir();
  const program = join(folder, "nvidia-smi");
  const put = async (name: string, text: string) => {
    await Deno.writeTextFile(join(folder, `${name}.new`), `${text}\n`);
    await Deno.rename(join(folder, `${name}.new`), join(folder, name));
  };
  await put("celsius", "60");
  await put("mode", "works");
  await Deno.writeTextFile(program, script, { mode: 0o755 });
  return {
    folder,
    program,
    celsius: (text) => put("celsius", text),
    mode: (mode) => put("mode", mode),
    started: async () =>
      (await Deno.readTextFile(join(folder, "started"))).trim().split("\n").map(Number),
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}
