/** Answers the questions of rules in the demo: by an option of the command line, or by a person at the terminal. */
import type { Program } from "@helve/agentspec";
import type { Predicate } from "@helve/core";
import { askAtTerminal, UsageError } from "@helve/demo";
import type { InspectionAnswer, Inspector } from "@helve/enforcer";

/** Options that answer the questions of the rules; by default, the person at the terminal answers. */
export interface AnswerOptions {
  /** The prepared answers of the demo, one after the other. */
  readonly tour: boolean;
  readonly approve: boolean;
  readonly reject: boolean;
  /** This fix for every question that offers it; otherwise a rejection. */
  readonly fix?: string | undefined;
}

/**
 * Creates the inspector that answers the questions of the rules.
 *
 * @param host - the predicates, and the names of the existing fixes
 * @throws UsageError for several answers at once, and for an unknown fix
 */
export function inspectorFor(
  options: AnswerOptions,
  rules: Program,
  host: { readonly predicates: readonly Predicate[]; readonly fixes: readonly string[] },
): Inspector {
  const { predicates, fixes } = host;
  const { tour, approve, reject, fix } = options;
  if ([tour, approve, reject, fix !== undefined].filter(Boolean).length > 1) {
    throw new UsageError("only one of --tour, --approve, --reject and --fix can be used");
  }
  if (approve || reject) return () => ({ decision: approve ? "approve" : "reject" });
  if (tour) {
    const answers = tourAnswers.values();
    return () => answers.next().value ?? { decision: "reject", reason: "the tour has no more answers" };
  }
  if (fix === undefined) return askAtTerminal(rules, predicates);
  if (!fixes.includes(fix)) {
    throw new UsageError(`there is no fix ${JSON.stringify(fix)}; the fixes are ${fixes.join(", ")}`);
  }
  return (request) =>
    request.fixes.includes(fix)
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
