import type { Evidence, Finding, PredicateArgument, PredicateContext } from "@helve/core";
import type { PreparedPolicy } from "../prepared-policy.ts";
import { findTexts, type TextPart } from "../text/find-texts.ts";
import type { TextFinding } from "../text/text-finding.ts";
import { argumentAsOperand, receiverArguments } from "./inspected-arguments.ts";
import { createFinding, type PredicateDefinition, summarizeReasons } from "./predicate-definition.ts";

/**
 * Creates a predicate that searches texts, such as `contains_secret`: the operands of the rule, or without operands every
 * string in the arguments of the call, except the receivers.
 */
export function textPredicate({ names, description, phrase, falseReason, find }: TextPredicate): PredicateDefinition {
  return {
    names,
    description,
    phrase,
    parameters: [{ name: "text", required: false, rest: true }],
    evaluate(operands, context, policy) {
      const { texts, isComplete } = textsToSearch(operands, context, policy);
      const findings = texts.flatMap((part) =>
        findingsIn(part, find).map((finding) => ({ ...finding, evidence: evidenceOf(part, finding) })),
      );
      if (findings.length > 0) {
        return {
          value: true,
          reason: `holds ${summarizeReasons(findings.map(({ what }) => what))}`,
          evidence: findings.flatMap(({ evidence }) => evidence).slice(0, maxEvidence),
        } satisfies Finding;
      }
      return isComplete && texts.every(({ text }) => text.length <= maxTextLength)
        ? createFinding(false, falseReason)
        : createFinding("unknown", "there is too much text to search");
    },
  };
}

/** The findings in a text; the name of its argument counts as if it was written before it: `{ password: "…" }`. */
function findingsIn({ text, path = "" }: TextPart, find: TextPredicate["find"]): readonly TextFinding[] {
  const own = find(text.slice(0, maxTextLength));
  const name = /[^/]*$/.exec(path)?.[0] ?? "";
  if (own.length > 0 || text.length > longestNamedText || !/^[A-Za-z][\w-]*$/.test(name)) return own;
  const label = `${name}: `;
  return find(label + text).flatMap((finding) =>
    finding.start < label.length
      ? []
      : [{ ...finding, start: finding.start - label.length, end: finding.end - label.length }],
  );
}

/** Longer texts are not the value of what their argument names. */
const longestNamedText = 200;

/** The definition of a predicate that searches texts. */
export interface TextPredicate {
  readonly names: PredicateDefinition["names"];
  readonly description: string;
  readonly phrase: PredicateDefinition["phrase"];
  /** The reason when nothing is found: `no text contains a secret`. */
  readonly falseReason: string;
  /** Finds the content in one text. */
  readonly find: (text: string) => readonly TextFinding[];
}

/** Only this many characters of a text are searched; in a longer text, absent content is unknown. */
const maxTextLength = 1_000_000;

/** The most locations that a finding lists. */
const maxEvidence = 100;

/** The texts that a predicate searches: the operands of the rule, or all arguments of the call except receivers. */
export function textsToSearch(
  operands: readonly PredicateArgument[],
  { action }: PredicateContext,
  policy: PreparedPolicy,
): { readonly texts: readonly TextPart[]; readonly isComplete: boolean } {
  const receivers = receiverArguments(action.name, policy);
  const inspected =
    operands.length > 0
      ? operands
      : Object.entries(action.args)
          .filter(([name]) => !receivers.includes(name))
          .map(([name, value]) => argumentAsOperand(name, value));
  const perOperand = inspected.map(findTexts);
  return {
    // A card number may come as a number; evidence is about strings only.
    texts: perOperand.flatMap(({ texts, numbers }) => [
      ...texts,
      ...numbers.map((number) => ({ text: String(number) })),
    ]),
    isComplete: perOperand.every(({ isComplete }) => isComplete),
  };
}

/** The found characters as evidence; none for a literal in a rule. */
function evidenceOf({ path, text }: TextPart, { start, end }: TextFinding): readonly Evidence[] {
  return path === undefined ? [] : [{ path, start, end, text: text.slice(start, end) }];
}
