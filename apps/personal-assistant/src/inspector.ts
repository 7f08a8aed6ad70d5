import { explainRule, type Program } from "@helve/agentspec";
import { UsageError } from "@helve/demo-agent";
import type { InspectionAnswer, Inspector } from "@helve/enforcer";
import { terminalInspector } from "@helve/enforcer/node";
import type { Person } from "./options.ts";
import { tour } from "./tour.ts";

/**
 * Who answers the rules' questions: what the command line said, or the person at the terminal, or nobody.
 *
 * @param fixes - the names of those that there are
 * @throws UsageError for a fix that there is not
 */
export function inspector(person: Person, { rules }: Program, fixes: readonly string[]): Inspector {
  switch (person.type) {
    case "asked": {
      const sentences = new Map(rules.map((rule) => [rule.name, explainRule(rule, { predicates })]));
      return terminalInspector({
        describeRule: ({ rule }) => sentences.get(rule),
        onInterrupt: () => process.emit("SIGINT"),
      });
    }
    case "tour": {
      const answers = tour.values();
      return () => answers.next().value ?? { decision: "reject", reason: "the tour is over" };
    }
    case "answer":
      return () => ({ decision: person.decision });
    case "fix":
      if (!fixes.includes(person.fix)) {
        throw new UsageError(`there is no fix ${JSON.stringify(person.fix)}; there are ${fixes.join(", ")}`);
      }
      return (request) => fixed(person.fix, request.fixes);
  }
}

/** What the predicates of the demo's own rules say. */
const predicates = {
  contains_sensitive_information: { en: "the mail holds sensitive information" },
  has_external_receiver: { en: "a receiver is no contact" },
};

function fixed(fix: string, offered: readonly string[]): InspectionAnswer {
  return offered.includes(fix)
    ? { decision: "fix", fix }
    : { decision: "reject", reason: `${fix} is no way out that is offered here` };
}
