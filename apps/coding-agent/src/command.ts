/** The command line of the demo: its options, its task and what it prints. */
import { type DemoProgram, demoProgram } from "@helve/demo";
import { runAgent } from "./agent.ts";

/** The demo's command line. */
export const main: DemoProgram = demoProgram({
  usage: `Usage: coding-agent [options]

An agent is asked to free up disk space in a scratch folder. A scripted model calls a terminal; rules decide which
commands may run, and which need your approval.

  --approve        approve whatever the rules ask about
  --reject         reject whatever the rules ask about
  --keep           don't remove the scratch folder`,
  options: {
    approve: { type: "boolean", default: false },
    reject: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
  },
  files: () => ({
    rules: new URL("../rules/terminal.agentspec", import.meta.url),
    script: new URL("../scripts/free-disk-space.jsonl", import.meta.url),
  }),
  run: runAgent,
});
