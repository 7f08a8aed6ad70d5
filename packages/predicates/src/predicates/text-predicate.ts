import type { Evidence, Finding, PredicateArgument, PredicateContext } from "@helve/core";
import type { PreparedPolicy } from "../prepared-policy.ts";
import type { TextFinding } from "../text/text-finding.ts";
import { type TextPart, textsIn } from "../text/text-in.ts";
import { answer, type PredicateDefinition, summarizeReasons } from "./predicate-definition.ts";
import { argumentOperand, receiverArguments } from "./receivers.ts";

/** A question about the texts of an action. */
export interface TextPredicate {
  readonly names: PredicateDefinition["names"];
  readonly description: string;
  /** The answer when there is no such thing, after `none of its texts holds`: `a secret`. */
  readonly nothing: string;
  readonly find: (text: string) => readonly TextFinding[];
}

/** Longer texts are looked at in part, and the rest can't be told. */
const longestText = 1_000_000;

/** More places are not shown. */
const mostEvidence = 100;

/** A predicate that looks for something in texts: in those that the rule gives, or else in all arguments but receivers. */
export function textPredicate({ names, description, nothing, find }: TextPredicate): PredicateDefinition {
  return {
    names,
    description,
    parameters: [{ name: "text", required: false, rest: true }],
    evaluate(operands, context, host) {
      const { texts, all } = askedTexts(operands, context, host);
      const found = texts.flatMap((part) =>
        find(part.text.slice(0, longestText)).map((finding) => ({ ...finding, evidence: evidenceOf(part, finding) })),
      );
      if (found.length > 0) {
        return {
          value: true,
          reason: `holds ${summarizeReasons(found.map(({ what }) => what))}`,
          evidence: found.flatMap(({ evidence }) => evidence).slice(0, mostEvidence),
        } satisfies Finding;
      }
      const whole = all && texts.every(({ text }) => text.length <= longestText);
      return whole ? answer(false, `none of its texts holds ${nothing}`) : answer("unknown", "there is too much text");
    },
  };
}

/** The texts that a predicate looks at. */
export function askedTexts(
  operands: readonly PredicateArgument[],
  { action }: PredicateContext,
  host: PreparedPolicy,
): { readonly texts: readonly TextPart[]; readonly all: boolean } {
  const receivers = receiverArguments(action.name, host);
  const given =
    operands.length > 0
      ? operands
      : Object.entries(action.args)
          .filter(([name]) => !receivers.includes(name))
          .map(([name, value]) => argumentOperand(name, value));
  const looked = given.map(textsIn);
  return { texts: looked.flatMap(({ texts }) => texts), all: looked.every(({ all }) => all) };
}

function evidenceOf({ path, text }: TextPart, { start, end }: TextFinding): readonly Evidence[] {
  return path === undefined ? [] : [{ path, start, end, text: text.slice(start, end) }];
}
