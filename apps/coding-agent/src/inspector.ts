import { explainRule, type Program } from "@helve/agentspec";
import type { Inspector } from "@helve/enforcer";
import { terminalInspector } from "@helve/enforcer/node";
import type { Options } from "./options.ts";

/** Returns the inspector that answers for `user_inspection`: the command line's decision, or the person at the terminal. */
export function inspector(decision: Options["decision"], { rules }: Program): Inspector {
  if (decision !== undefined) return () => ({ decision });
  const sentences = new Map(rules.map((rule) => [rule.name, explainRule(rule, { predicates })]));
  return terminalInspector({
    describeRule: ({ rule }) => sentences.get(rule),
    onInterrupt: () => process.emit("SIGINT"),
  });
}

/** Sentences for the predicates of the demo's rules. */
const predicates = { is_delete_important_file: { en: "{0} deletes an important file" } };
