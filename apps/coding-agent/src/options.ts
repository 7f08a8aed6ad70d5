import { fileURLToPath } from "node:url";
import { optionValues, UsageError } from "@helve/demo-agent";

/** What the command line asks for. */
export interface Options {
  /** What the person says to every inspection, when it was said beforehand. */
  readonly decision: "approve" | "reject" | undefined;
  /** Paths of the rules and of the model's script. */
  readonly rules: string;
  readonly script: string;
  /** One JSON object for each step instead of the trace. */
  readonly json: boolean;
  /** Leave the scratch folder where it is. */
  readonly keep: boolean;
  readonly help: boolean;
}

export const usage = `Usage: coding-agent [options]

An agent is asked to free up disk space in a scratch folder. A scripted model says what to do; rules decide what of it
may run, and ask you about the rest.

  --approve        approve whatever the rules ask about
  --reject         reject whatever the rules ask about
  --rules FILE     AgentSpec rules (default: the demo's rules/terminal.agentspec)
  --script FILE    the model's turns, one assistant message in JSON on each line
  --json           print one JSON object for each step, then one with what was freed
  --keep           leave the scratch folder where it is
  --help           print this
`;

/** @throws UsageError for an option that there is not, and for two answers at once */
export function parseOptions(args: readonly string[]): Options {
  const values = optionValues(args, known, usage);
  if (values.approve && values.reject) throw new UsageError("--approve and --reject can't both be given");
  return {
    decision: values.approve ? "approve" : values.reject ? "reject" : undefined,
    rules: values.rules ?? ownFile("../rules/terminal.agentspec"),
    script: values.script ?? ownFile("../scripts/free-disk-space.jsonl"),
    json: values.json,
    keep: values.keep,
    help: values.help,
  };
}

const known = {
  approve: { type: "boolean", default: false },
  reject: { type: "boolean", default: false },
  rules: { type: "string" },
  script: { type: "string" },
  json: { type: "boolean", default: false },
  keep: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

function ownFile(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}
