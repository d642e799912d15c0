import assert from "node:assert/strict";
import { commandLine } from "../../lib/cli.ts";
import { commandFault } from "../command_fault.ts";
import { helpScreens, wordsOf } from "../help_screens.ts";

const screens = helpScreens();

Deno.test("each help screen says what its verb does, gives examples and fits 80 columns", () => {
  assert(screens.length > 25, `${screens.length} screens`);
  for (const { name, isVerb, text, examples } of screens) {
    const lines = text.split("\n");
    assert(lines[0].startsWith(`Usage: ${name} `), name);
    assert.match(lines[2], /^[A-Z]/, name);
    const own = examples.some((example) => `${example} `.startsWith(`${name} `));
    assert(own || !isVerb, `${name} has no example`);
    for (const line of lines) assert(line.length <= 80, `${name}: ${line}`);
    assert(!text.includes(Deno.cwd()), `${name} names a folder of this machine`);
  }
});

Deno.test("every example of every help screen can be called as it stands there", () => {
  const program = commandLine();
  for (const example of screens.flatMap(({ examples }) => examples)) {
    assert.equal(commandFault(wordsOf(example), program), null, example);
  }
});
