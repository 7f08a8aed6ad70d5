/** Words with which predicates describe what a call does. */
import type { PredicatePhrase } from "@helve/core";

/** Words for an action that fit into several sentences. */
export interface ActionWords {
  /** After "it": `deletes files`. */
  readonly does: string;
  /** After "it does not": `delete files`. */
  readonly doesNot: string;
  /** After “它会” and “它不会”: “删除文件”. */
  readonly zh: string;
}

/** The phrase of a predicate that asks what an action does. */
export function actionPhrase({ does, doesNot, zh }: ActionWords): PredicatePhrase {
  return {
    en: `it ${does}`,
    zh: `它会${zh}`,
    not: { en: `it does not ${doesNot}`, zh: `它不会${zh}` },
  };
}

/** The phrases of a predicate that asks what an action does by its code: by an operand, which a rule may leave out. */
export function codePhrases(words: ActionWords): readonly PredicatePhrase[] {
  const { does, doesNot, zh } = words;
  const byOperand: PredicatePhrase = {
    en: `it ${does} through {0}`,
    zh: `它会通过{0}${zh}`,
    not: { en: `it does not ${doesNot} through {0}`, zh: `它不会通过{0}${zh}` },
  };
  return [byOperand, actionPhrase(words)];
}

/**
 * The phrases of a predicate that searches texts: its operands, or without any all texts of the action.
 *
 * @param content - what it searches for: `a secret`, after "no" `secret`, and “密钥或密码”
 */
export function textPhrases(content: {
  readonly some: string;
  readonly no: string;
  readonly zh: string;
}): readonly PredicatePhrase[] {
  const { some, no, zh } = content;
  return [
    {
      en: `there is ${some} in {0|}`,
      zh: `{0|}中有${zh}`,
      not: { en: `there is no ${no} in {0|}`, zh: `{0|}中没有${zh}` },
    },
    { en: `it contains ${some}`, zh: `它包含${zh}`, not: { en: `it does not contain ${some}`, zh: `它不包含${zh}` } },
  ];
}
