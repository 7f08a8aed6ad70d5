import type { PredicateContext } from "@helve/core";
import type { PreparedPolicy } from "../prepared-policy.ts";
import type { SessionResult } from "../request/passages.ts";
import { sessionTexts } from "../request/session-texts.ts";
import { createFinding, type PredicateDefinition } from "./predicate-definition.ts";

/** Predicates about the results of earlier steps: untrusted text, private data. */
export const readPredicates: readonly PredicateDefinition[] = [
  readPredicate("has_read_untrusted", {
    what: "a text that others may have written",
    adjective: "untrusted",
    zh: "可能由他人编写的文本",
    counts: ({ isTrusted }) => !isTrusted,
  }),
  readPredicate("has_read_private", {
    what: "data of the user or of other people",
    adjective: "private",
    zh: "用户或他人的数据",
    counts: ({ isPrivate }) => isPrivate,
  }),
];

interface ReadWords {
  /** A noun for the data that the agent has read. */
  readonly what: string;
  readonly adjective: string;
  readonly zh: string;
  readonly counts: (result: SessionResult) => boolean;
}

/** Makes a predicate on whether an earlier step returned something, such as secrets. */
function readPredicate(name: string, { what, adjective, zh, counts }: ReadWords): PredicateDefinition {
  return {
    names: [name],
    description: `Whether an earlier step returned ${what}; unknown if earlier steps are forgotten.`,
    phrase: {
      en: `the agent has read ${what}`,
      zh: `智能体读过${zh}`,
      not: { en: `the agent has not read ${what}`, zh: `智能体没有读过${zh}` },
    },
    parameters: [],
    evaluate(_operands, context, policy) {
      const found = firstResult(context, policy, counts);
      if (found !== undefined)
        return createFinding(true, `the result of step ${found.step + 1} (${found.tool}) is ${adjective}`);
      if (context.earlier !== undefined) return createFinding("unknown", "earlier steps are no longer known");
      return createFinding(false, `no earlier result is ${adjective}`);
    },
  };
}

/** The first relevant result with a text. Texts that only confirm a change are not relevant. */
function firstResult(
  context: PredicateContext,
  policy: PreparedPolicy,
  counts: ReadWords["counts"],
): SessionResult | undefined {
  return sessionTexts(context, policy).results.find(
    (result) => counts(result) && !result.isConfirmation && result.hasContent,
  );
}
