import { fileURLToPath } from "node:url";
import { optionValues, UsageError } from "@helve/demo-agent";

/** What the command line asks for. */
export interface Options {
  readonly person: Person;
  /** Paths of the rules and of the model's script. */
  readonly rules: string;
  readonly script: string;
  /** One JSON object for each step instead of the trace. */
  readonly json: boolean;
  readonly help: boolean;
}

/** Who answers the rules' questions. */
export type Person =
  /** Whoever is at the terminal. */
  | { readonly type: "asked" }
  /** The demo itself, one answer after the other. */
  | { readonly type: "tour" }
  /** Always the same. */
  | { readonly type: "answer"; readonly decision: "approve" | "reject" }
  | { readonly type: "fix"; readonly fix: string };

export const usage = `Usage: personal-assistant [options]

An assistant is asked to answer somebody's mail, in a mailbox in memory. A scripted model says what to do; rules decide
what of it may be sent, and ask you about the rest.

  --tour           answer every question in another way: three fixes, an edit, an approval, two rejections
  --approve        approve whatever the rules ask about
  --reject         reject whatever the rules ask about
  --fix NAME       take this fix wherever it is offered, and reject the rest: add_contact, remove_sensitive_info,
                   remove_external_receiver
  --rules FILE     AgentSpec rules (default: the demo's rules/mail.agentspec)
  --script FILE    the model's turns, one assistant message in JSON on each line
  --json           print one JSON object for each step, then one with what was sent
  --help           print this
`;

/** @throws UsageError for an option that there is not, and for several answers at once */
export function parseOptions(args: readonly string[]): Options {
  const values = optionValues(args, known, usage);
  return {
    person: personOf(values),
    rules: values.rules ?? ownFile("../rules/mail.agentspec"),
    script: values.script ?? ownFile("../scripts/answer-mail.jsonl"),
    json: values.json,
    help: values.help,
  };
}

function personOf({ tour, approve, reject, fix }: ReturnType<typeof optionValues<typeof known>>): Person {
  const said: readonly Person[] = [
    ...(tour ? [{ type: "tour" } as const] : []),
    ...(approve ? [{ type: "answer", decision: "approve" } as const] : []),
    ...(reject ? [{ type: "answer", decision: "reject" } as const] : []),
    ...(fix === undefined ? [] : [{ type: "fix", fix } as const]),
  ];
  if (said.length > 1) throw new UsageError("only one of --tour, --approve, --reject and --fix can be given");
  return said[0] ?? { type: "asked" };
}

const known = {
  tour: { type: "boolean", default: false },
  approve: { type: "boolean", default: false },
  reject: { type: "boolean", default: false },
  fix: { type: "string" },
  rules: { type: "string" },
  script: { type: "string" },
  json: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

function ownFile(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}
