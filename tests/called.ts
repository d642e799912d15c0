import { main } from "../lib/cli.ts";

/** What a command line printed, and its exit status. The command runs in this process. */
export async function called(
  ...args: string[]
): Promise<{ status: number; out: string; error: string }> {
  const [log, error, write] = [console.log, console.error, Deno.stdout.write];
  const said = { out: "", error: "" };
  console.log = (text) => said.out += `${text}\n`;
  console.error = (text) => said.error += `${text}\n`;
  Deno.stdout.write = (bytes) => {
    said.out += new TextDecoder().decode(bytes);
    return Promise.resolve(bytes.length);
  };
  try {
    return { status: await main(args), ...said };
  } finally {
    [console.log, console.error, Deno.stdout.write] = [log, error, write];
  }
}
