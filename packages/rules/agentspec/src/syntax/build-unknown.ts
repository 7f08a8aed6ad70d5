/** Reads the lines `on unknown …` of a program: what a rule does when its check is unknown. */
import type * as tree from "@helve/core/program";
import { reportDuplicatePart } from "./build-rule.ts";
import { chooseWord } from "./choose-word.ts";
import type { ParserState, PlacedToken } from "./parser-state.ts";
import { unknownPolicies, unknownSubjects } from "./vocabulary.ts";

/** The policies of the lines `on unknown …` that precede the current one. */
export type UnknownPoliciesBefore = { -readonly [Key in keyof tree.UnknownPolicies]: tree.UnknownPolicies[Key] };

/**
 * Adds the policy of a line `on unknown ignore` or `on unknown path ignore`; reports unknown words and a second line about the same.
 *
 * @param words - the words after `unknown`: a subject, if there is one, and the policy
 * @param code - the code of the issue about an unknown word
 */
export function addUnknownPolicy(
  before: UnknownPoliciesBefore,
  words: { readonly subject: PlacedToken | undefined; readonly policy: PlacedToken },
  code: string,
  state: ParserState,
): void {
  const { subject, policy } = words;
  const chosen = subject && chooseWord(subject, unknownSubjects, code, state);
  const key = chosen === undefined ? "onUnknown" : unknownKeys[chosen];
  if (before[key] !== undefined) reportDuplicatePart(subject ?? policy, lineName(chosen), state);
  else before[key] = chooseWord(policy, unknownPolicies, code, state) ?? "violated";
}

/** The members of the syntax tree for policies about a subject. */
const unknownKeys = { code: "onUnknownCode", path: "onUnknownPath" } as const;

/** The name of a line `on unknown …` in an issue about a duplicate. */
function lineName(subject: keyof typeof unknownKeys | undefined): string {
  return subject === undefined ? "line on unknown" : `line on unknown ${subject}`;
}

/** The lines `on unknown …` of a rule or a header in canonical order. */
export function unknownPolicyLines({
  onUnknown,
  onUnknownCode,
  onUnknownPath,
}: tree.UnknownPolicies): readonly string[] {
  return [
    ...(onUnknown === undefined ? [] : [`on unknown ${onUnknown}`]),
    ...(onUnknownCode === undefined ? [] : [`on unknown code ${onUnknownCode}`]),
    ...(onUnknownPath === undefined ? [] : [`on unknown path ${onUnknownPath}`]),
  ];
}
