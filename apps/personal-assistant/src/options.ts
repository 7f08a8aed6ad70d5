// Parses the command line of the demo.

import { fileURLToPath } from "node:url";
import { optionValues, UsageError } from "@helve/demo-agent";

/** The options of the command line. */
export interface Options {
  /** Who answers the rules' questions. */
  readonly answers: AnswerSource;
  /** The path of the rules. */
  readonly rules: string;
  /** The path of the model's script. */
  readonly script: string;
  /** Whether to print one JSON object for each step instead of the trace. */
  readonly json: boolean;
  readonly help: boolean;
}

/** Who answers the rules' questions. */
export type AnswerSource =
  /** The person at the terminal. */
  | { readonly type: "terminal" }
  /** The prepared answers of the demo, one after the other. */
  | { readonly type: "tour" }
  /** The same decision for every question. */
  | { readonly type: "decision"; readonly decision: "approve" | "reject" }
  /** The same fix for every question that offers it; otherwise a rejection. */
  | { readonly type: "fix"; readonly fix: string };

/** The text of `--help`. */
export const usage = `Usage: personal-assistant [options]

A scripted assistant answers the mail in a mailbox in memory. Rules decide what it may send, and ask you about the rest.

  --tour           answer the questions in different ways: three fixes, an edit, an approval, two rejections
  --approve        approve everything that the rules ask about
  --reject         reject everything that the rules ask about
  --fix NAME       choose this fix where it is offered, and reject the rest: add_contact, remove_sensitive_info,
                   remove_external_receiver
  --rules FILE     AgentSpec rules (default: the demo's rules/mail.agentspec)
  --script FILE    the model's messages, one assistant message in JSON on each line
  --json           print one JSON object for each step, then one with the mailbox, the calendar and the tasks
  --help           print this
`;

/**
 * Parses the command line.
 *
 * @throws UsageError for an unknown option, and for several answers at once
 */
export function parseOptions(args: readonly string[]): Options {
  const values = optionValues(args, optionTypes, usage);
  return {
    answers: answerSource(values),
    rules: values.rules ?? ownFile("../rules/mail.agentspec"),
    script: values.script ?? ownFile("../scripts/answer-mail.jsonl"),
    json: values.json,
    help: values.help,
  };
}

/** Returns who answers the rules' questions, by the options of the command line. */
function answerSource({
  tour,
  approve,
  reject,
  fix,
}: ReturnType<typeof optionValues<typeof optionTypes>>): AnswerSource {
  const sources: readonly AnswerSource[] = [
    ...(tour ? [{ type: "tour" } as const] : []),
    ...(approve ? [{ type: "decision", decision: "approve" } as const] : []),
    ...(reject ? [{ type: "decision", decision: "reject" } as const] : []),
    ...(fix === undefined ? [] : [{ type: "fix", fix } as const]),
  ];
  if (sources.length > 1) throw new UsageError("only one of --tour, --approve, --reject and --fix can be used");
  return sources[0] ?? { type: "terminal" };
}

const optionTypes = {
  tour: { type: "boolean", default: false },
  approve: { type: "boolean", default: false },
  reject: { type: "boolean", default: false },
  fix: { type: "string" },
  rules: { type: "string" },
  script: { type: "string" },
  json: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

/** The path of a file of the demo. */
function ownFile(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}
