import type { Evidence, Finding, PredicateContext, PredicateParameter } from "@helve/core";
import type { Effect } from "@helve/effects";
import { effectSentence } from "../effect-sentence.ts";
import type { PreparedPolicy } from "../prepared-policy.ts";
import { codeArgumentsOf, codeToInspect, type InspectedCode } from "./code-arguments.ts";
import {
  answer,
  describeType,
  type PredicateDefinition,
  stringOperands,
  summarizeReasons,
} from "./predicate-definition.ts";

/** The definition of a predicate about the effects of code. */
export interface EffectPredicate {
  readonly names: PredicateDefinition["names"];
  readonly description: string;
  /** What the rule may name beside the command: directories, hosts. Without it, the rule may name the command. */
  readonly about?: PredicateParameter;
  /** The answer when it does no such thing, after `nothing in it`: `deletes or destroys anything`. */
  readonly nothing: string;
  /** Creates the test of a single effect, for one evaluation. */
  readonly ask: (asked: EvaluationInput) => (effect: Exclude<Effect, { kind: "anything" }>) => Hit | false;
}

/** What a predicate may use during one evaluation. */
interface EvaluationInput {
  readonly host: PreparedPolicy;
  readonly context: PredicateContext;
  /** What the rule named beside the command. */
  readonly named: readonly string[];
  /** All that the command does. */
  readonly effects: readonly Effect[];
}

/** The result for an effect that makes the predicate true or unknown. */
export interface Hit {
  /** Whether it certainly is, when it happens. */
  readonly truth: true | "unknown";
  /** More about it, after the effect in words: `, which "documents/**" protects`. */
  readonly because?: string;
}

/** The effect makes the predicate true. */
export const certainHit: Hit = { truth: true };

/** The effect makes the predicate unknown. */
export const unknownHit: Hit = { truth: "unknown" };

/** The strongest of several results: true before unknown before false. */
export function strongestHit(answers: readonly (Hit | false)[]): Hit | false {
  const hits = answers.filter((answer) => answer !== false);
  return hits.find(({ truth }) => truth === true) ?? hits[0] ?? false;
}

/** Turns such a definition into a predicate: reads the code, tests each effect, and collects reasons and evidence. */
export function effectPredicate(question: EffectPredicate): PredicateDefinition {
  const { names, description, about } = question;
  const command = { name: "command", schema: { type: "string" }, required: false } as const;
  return {
    names,
    description,
    parameters: [about ?? command],
    argumentFor: (tool, host) => codeArgumentsOf(tool, host)[0]?.argument,
    evaluate(operands, context, host) {
      const given = about === undefined ? operands : [];
      if (given.length > 1) {
        const call = `${names[0]}(args.command)`;
        return answer("unknown", `takes one command at most, as in ${call}; it got ${given.length} operands`);
      }
      const named = about === undefined ? [] : stringOperands(operands);
      if (named === null) return answer("unknown", `each ${about?.name ?? "operand"} must be a string`);
      return findingOf(question, codeToInspect(given[0], context, host), { host, context, named });
    },
  };
}

function findingOf(
  question: EffectPredicate,
  texts: readonly InspectedCode[],
  asked: Omit<EvaluationInput, "effects">,
): Finding {
  const tool = asked.context.action.name;
  if (texts.length === 0) return answer(false, `${tool} has no command that it could look at`);
  const odd = texts.find(({ value }) => typeof value !== "string");
  if (odd !== undefined) {
    const place = odd.path === undefined ? "" : ` at ${odd.path}`;
    return answer("unknown", `the command${place} must be a string, not ${describeType(odd.value)}`);
  }
  const hits = texts.flatMap((text) => hitsIn(String(text.value), text, question, asked));
  const certain = hits.filter(({ truth }) => truth === true);
  const decisive = certain.length > 0 ? certain : hits;
  if (decisive.length === 0) return answer(false, `nothing in it ${question.nothing}`);
  return {
    value: certain.length > 0 ? true : "unknown",
    reason: summarizeReasons(decisive.map(({ reason }) => reason)),
    evidence: decisive.flatMap(({ evidence }) => evidence),
  };
}

interface FoundHit extends Pick<Hit, "truth"> {
  readonly reason: string;
  readonly evidence: readonly Evidence[];
}

/** More effects than these make the answer unknown. */
const mostEffects = 400;

function hitsIn(
  text: string,
  { language, path }: InspectedCode,
  question: EffectPredicate,
  asked: Omit<EvaluationInput, "effects">,
): readonly FoundHit[] {
  const effects = asked.host.effects(language, text);
  const ask = question.ask({ ...asked, effects });
  const evidenceOf = (start: number, end: number): readonly Evidence[] =>
    path === undefined ? [] : [{ path, start, end, text: text.slice(start, end) }];
  const hits = effects.slice(0, mostEffects).flatMap((effect): FoundHit[] => {
    const found = effect.kind === "anything" ? unknownHit : ask(effect);
    if (found === false) return [];
    const { start, end, certainty } = effect;
    return [
      {
        truth: certainty === "unknown" ? "unknown" : found.truth,
        reason: `${effectSentence(effect)}${found.because ?? ""}`,
        evidence: evidenceOf(start, end),
      },
    ];
  });
  const [beyond] = effects.slice(mostEffects);
  if (beyond === undefined) return hits;
  const reason = "it does more than can be looked at";
  return [...hits, { truth: "unknown", reason, evidence: evidenceOf(beyond.start, text.length) }];
}
