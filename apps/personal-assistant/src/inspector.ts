import { explainRule, type Program } from "@helve/agentspec";
import { UsageError } from "@helve/demo-agent";
import type { InspectionAnswer, Inspector } from "@helve/enforcer";
import { terminalInspector } from "@helve/enforcer/node";
import type { AnswerSource } from "./options.ts";

/**
 * Creates the inspector that answers the rules' questions: the person at the terminal, or prepared answers from the command line.
 *
 * @param fixes - the names of the existing fixes
 * @throws UsageError for an unknown fix
 */
export function createInspector(source: AnswerSource, { rules }: Program, fixes: readonly string[]): Inspector {
  switch (source.type) {
    case "terminal": {
      const sentences = new Map(rules.map((rule) => [rule.name, explainRule(rule, { predicates: phrases })]));
      return terminalInspector({
        describeRule: ({ rule }) => sentences.get(rule),
        onInterrupt: () => process.emit("SIGINT"),
      });
    }
    case "tour": {
      const answers = tourAnswers.values();
      return () => answers.next().value ?? { decision: "reject", reason: "the tour has no more answers" };
    }
    case "decision":
      return () => ({ decision: source.decision });
    case "fix":
      if (!fixes.includes(source.fix)) {
        throw new UsageError(`there is no fix ${JSON.stringify(source.fix)}; the fixes are ${fixes.join(", ")}`);
      }
      return (request) => chooseFix(source.fix, request.fixes);
  }
}

/** Phrases for the predicates of the demo's rules. */
const phrases = {
  contains_sensitive_information: { en: "the mail holds sensitive information" },
  has_external_receiver: { en: "a receiver is no contact" },
};

/** Answers with a fix, or rejects if the rule does not offer it. */
function chooseFix(fix: string, offeredFixes: readonly string[]): InspectionAnswer {
  return offeredFixes.includes(fix)
    ? { decision: "fix", fix }
    : { decision: "reject", reason: `the rule does not offer the fix ${fix}` };
}

/** The answers of `--tour` to the questions about the demo's own script: every kind of answer once. */
const tourAnswers: readonly InspectionAnswer[] = [
  { decision: "fix", fix: "add_contact" },
  { decision: "fix", fix: "remove_sensitive_info" },
  { decision: "fix", fix: "remove_external_receiver" },
  {
    decision: "edit",
    args: {
      to: ["front@reed.example"],
      subject: "Re: Appointment",
      body: "It is Ada Fox. I'd rather tell you the rest by phone.",
    },
  },
  { decision: "approve" },
  { decision: "reject", reason: "I have never played in a lottery" },
  { decision: "reject", reason: "nobody needs that number to pay me" },
];
