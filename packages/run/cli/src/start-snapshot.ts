/**
 * The program of a startup snapshot of Node: it has loaded the hook, and has decided about events, so that a process that starts from the snapshot
 * begins with compiled code.
 */
import { join } from "node:path";
import { startupSnapshot } from "node:v8";
import { createPrivateFolder, stateFolder } from "@helve/hooks/node";
import * as command from "./commands/hook.ts";
import { hookArguments } from "./hook-arguments.ts";
import { sampleEvent } from "./install/sample-event.ts";
import { startHook } from "./start-hook.ts";

/** What the snapshot has read before: one text of each language that calls contain most often. */
const samples: readonly string[] = [
  "git add -A && npm test 2>&1 | tail -20",
  'python3 -c \'import json; print(json.load(open("package.json"))["version"])\'',
  "rm -rf /etc",
];

startupSnapshot.setDeserializeMainFunction(() => {
  const args = hookArguments(process.argv.slice(2));
  if (args !== undefined) return startHook(args, async () => command);
  process.stderr.write("helve denies the call: a snapshot is for helve hook only\n");
  process.exit(2);
});

// The only argument is a home directory for this purpose.
void decideSamples(process.argv[2] ?? "");

/** Decides sample events, so that their code is compiled in the snapshot. */
async function decideSamples(home: string): Promise<void> {
  const cwd = join(home, "project");
  const environment = { HOME: home };
  createPrivateFolder(stateFolder(home, environment));
  for (const text of samples) {
    const io = { stdin: async () => sampleEvent("claude-code", text, cwd), out: () => undefined, err: fail };
    await command.hook("claude-code", {}, { ...io, cwd, home, environment });
  }
}

/** Fails unless the problem is empty. */
function fail(problem: string): void {
  if (problem !== "") throw new Error(problem);
}
