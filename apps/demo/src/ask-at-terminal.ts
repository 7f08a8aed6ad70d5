import { explainRule, type Program } from "@helve/agentspec";
import type { ExplainOptions } from "@helve/core";
import type { Inspector } from "@helve/enforcer";
import { terminalInspector } from "@helve/enforcer/node";

/**
 * Creates the inspector that asks a person at the terminal, and explains the rules that require the question. Ctrl-C ends the demo.
 *
 * @param predicates - those of the rules, whose phrases explain them
 */
export function askAtTerminal({ rules }: Program, predicates: ExplainOptions["predicates"] = []): Inspector {
  const sentences = new Map(rules.map((rule) => [rule.name, explainRule(rule, { predicates })]));
  return terminalInspector({
    describeRule: ({ rule }) => sentences.get(rule),
    onInterrupt: () => process.emit("SIGINT"),
  });
}
