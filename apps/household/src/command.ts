/** The command line of the demo: its options, its task and what it prints. */
import { type DemoProgram, demoProgram } from "@helve/demo";
import { runAgent } from "./agent.ts";

/** The demo's command line. */
export const main: DemoProgram = demoProgram({
  usage: `Usage: household [options]

A robot heats lunch, waters a plant and lights a candle in a simulated home. A scripted model plans each step; the
rules for households stop dangerous steps, and the model reads why.
`,
  options: {},
  files: () => ({
    rules: new URL("../rules/household.agentspec", import.meta.url),
    script: new URL("../scripts/evening.jsonl", import.meta.url),
  }),
  run: runAgent,
});
