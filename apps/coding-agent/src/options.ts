import { fileURLToPath } from "node:url";
import { optionValues, UsageError } from "@helve/demo-agent";

/** Parses the command line. @throws UsageError for an unknown option, and for `--approve` with `--reject` */
export function parseOptions(args: readonly string[]): Options {
  const values = optionValues(args, optionTypes, usage);
  if (values.approve && values.reject) throw new UsageError("--approve and --reject can't be combined");
  return {
    decision: values.approve ? "approve" : values.reject ? "reject" : undefined,
    rules: values.rules ?? ownFile("../rules/terminal.agentspec"),
    script: values.script ?? ownFile("../scripts/free-disk-space.jsonl"),
    json: values.json,
    keep: values.keep,
    help: values.help,
  };
}

/** The options of the command line. */
export interface Options {
  /** The answer to every inspection, if the command line has one. */
  readonly decision: "approve" | "reject" | undefined;
  /** The paths of the rules and of the model's script. */
  readonly rules: string;
  readonly script: string;
  /** Print one JSON object for each step instead of text. */
  readonly json: boolean;
  /** Don't remove the scratch folder. */
  readonly keep: boolean;
  readonly help: boolean;
}

export const usage = `Usage: coding-agent [options]

An agent is asked to free up disk space in a scratch folder. A scripted model calls a terminal; rules decide which
commands may run, and which need your approval.

  --approve        approve whatever the rules ask about
  --reject         reject whatever the rules ask about
  --rules FILE     AgentSpec rules (default: the demo's rules/terminal.agentspec)
  --script FILE    the model's turns, one assistant message in JSON on each line
  --json           print one JSON object for each step, then one with what was freed
  --keep           don't remove the scratch folder
  --help           print this
`;

const optionTypes = {
  approve: { type: "boolean", default: false },
  reject: { type: "boolean", default: false },
  rules: { type: "string" },
  script: { type: "string" },
  json: { type: "boolean", default: false },
  keep: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

/** The path of a file of the demo. */
function ownFile(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}
