import type {
  Evidence,
  Finding,
  PredicateArgument,
  PredicateContext,
  PredicateParameter,
  UnknownSubject,
} from "@helve/core";
import { withoutUndefined } from "@helve/core/internal";
import type { Effect } from "@helve/effects";
import { CreatedFiles } from "../created-files.ts";
import { effectClaim, effectSentence } from "../effect-sentence.ts";
import type { EffectsPart } from "../effects-part.ts";
import { factSentence } from "../fact-sentence.ts";
import type { OperandUse } from "../operand-effects.ts";
import type { PreparedPolicy } from "../prepared-policy.ts";
import { saferWay } from "../safer-way.ts";
import { effectsToInspect, firstArgument } from "./inspected-arguments.ts";
import { createFinding, type PredicateDefinition, stringOperands, summarizeReasons } from "./predicate-definition.ts";

/**
 * Creates a predicate about the effects of code: it reads the code of a call, tests each effect with `createTest`, and returns
 * the reasons and the characters of the effects that make it true or unknown.
 */
export function effectPredicate(definition: EffectPredicate): PredicateDefinition {
  const { names, description, phrase, parameter } = definition;
  const command = { name: "command", schema: { type: "string" }, required: false } as const;
  return {
    names,
    description,
    phrase,
    parameters: [parameter ?? command],
    argumentFor: (tool, policy) => firstArgument(tool, policy),
    evaluate(operands, context, policy) {
      if (parameter === undefined && operands.length > 1) {
        const call = `${names[0]}(args.command)`;
        return createFinding("unknown", `takes one operand at most, as in ${call}; it got ${operands.length} operands`);
      }
      // A literal is a directory or a host; an argument of the call is what the predicate inspects.
      const isSubject = ({ path }: PredicateArgument): boolean => parameter === undefined || path !== undefined;
      const ruleStrings = stringOperands(operands.filter((operand) => !isSubject(operand)));
      if (ruleStrings === null) {
        return createFinding("unknown", `each ${parameter?.name ?? "operand"} must be a string`);
      }
      const parts = effectsToInspect(operands.filter(isSubject), context, policy, definition.operand);
      return evaluateEffects(definition, parts, { policy, context, operands: ruleStrings });
    },
  };
}

/** The definition of a predicate about the effects of code. */
export interface EffectPredicate {
  readonly names: PredicateDefinition["names"];
  readonly description: string;
  readonly phrase: PredicateDefinition["phrase"];
  /** The operands of the rule when they are not the code: directories, hosts. Without it, the operand is the code. */
  readonly parameter?: PredicateParameter;
  /** The use of a path or an address that a rule passes and no mapping names: `reads_sensitive_path(args.file)` reads it. */
  readonly operand?: OperandUse;
  /** Whether facts about the project decide, too. */
  readonly usesFacts?: true;
  /** The reason when no effect matches: `nothing in the code deletes or destroys anything`. */
  readonly falseReason: string;
  /** Creates the test that is applied to each effect of the code, for one evaluation. */
  readonly createTest: (input: EvaluationInput) => (effect: Exclude<Effect, { kind: "anything" }>) => Hit | false;
}

/** The inputs of a predicate during one evaluation. */
export interface EvaluationInput {
  readonly policy: PreparedPolicy;
  readonly context: PredicateContext;
  /** The operands of the rule for `parameter`: directories, hosts. */
  readonly operands: readonly string[];
  /** All effects of the code. */
  readonly effects: readonly Effect[];
  /** The files that earlier steps of the session created. */
  readonly created: CreatedFiles;
  /** The text that causes the effects, with the facts about the project. */
  readonly part: EffectsPart;
}

/** The result for an effect that makes the predicate true or unknown. */
export interface Hit {
  /** The answer of the predicate if the effect happens. */
  readonly truth: true | "unknown";
  /** Text that follows the sentence about the effect in the reason: `, which "documents/**" protects`. */
  readonly because?: string;
  /** Whether the policy lists the file: such hits come first in the reason. */
  readonly isListed?: boolean;
  /** The unknown subject, if it makes the predicate unknown. */
  readonly unknown?: UnknownSubject;
}

/** The effect makes the predicate true. */
export const certainHit: Hit = { truth: true };

/** The effect makes the predicate unknown. */
export const unknownHit: Hit = { truth: "unknown" };

/** Nothing is known of the path of the effect. */
export const unknownPath: Hit = { truth: "unknown", unknown: "path" };

/** It is unknown what the code does. */
const unknownCode: Hit = { truth: "unknown", unknown: "code" };

/** The strongest of several results: true before unknown before false. */
export function strongestHit(results: readonly (Hit | false)[]): Hit | false {
  const hits = results.filter((result) => result !== false);
  return hits.find(({ truth }) => truth === true) ?? hits[0] ?? false;
}

/** Evaluates the predicate on all effects of a call. */
function evaluateEffects(
  definition: EffectPredicate,
  inspected: readonly EffectsPart[],
  input: Omit<EvaluationInput, "effects" | "created" | "part">,
): Finding {
  if (inspected.length === 0) {
    return createFinding(false, `${input.context.action.name} has no argument that holds code, a path or an address`);
  }
  const hits = inspected.flatMap((part) => findHits(part, definition, input));
  const facts = factsOf(inspected);
  const certain = hits.filter(({ truth }) => truth === true);
  const found = certain.length > 0 ? certain : hits;
  const decisive = [...found.filter(({ isListed }) => isListed), ...found.filter(({ isListed }) => !isListed)];
  const value = decisive.length === 0 ? false : certain.length > 0 ? true : "unknown";
  const subjects = [...new Set(decisive.map(({ unknown = "other" }) => unknown))];
  return withoutUndefined({
    value,
    reason:
      value === false
        ? definition.falseReason + (definition.usesFacts ? becauseOf(facts, input.policy) : "")
        : summarizeReasons(firstOfEachClaim(decisive)),
    evidence: decisive.flatMap(({ evidence }) => evidence),
    safer: saferOf(decisive),
    unknown: value !== "unknown" || subjects.every((subject) => subject === "other") ? undefined : subjects,
    facts,
  });
}

/** Lists the safer alternatives of the reasons; absent if empty. */
function saferOf(hits: readonly ExplainedHit[]): Finding["safer"] {
  const ways = [...new Set(hits.flatMap(({ safer }) => safer ?? []))];
  return ways.length === 0 ? undefined : ways;
}

/** The facts by which nothing is lost, as the end of a sentence: `: dist is ignored by git`. */
function becauseOf(facts: Finding["facts"] = [], { base }: PreparedPolicy): string {
  const sentences = facts.flatMap((fact) => factSentence(fact, base.workingDirectory) ?? []);
  return sentences.length === 0 ? "" : `: ${summarizeReasons(sentences)}`;
}

/** Lists the facts that were read for a call; absent if empty. */
function factsOf(parts: readonly EffectsPart[]): Finding["facts"] {
  const records = parts.find(({ facts }) => facts !== undefined)?.facts?.records ?? [];
  return records.length === 0 ? undefined : records;
}

/** Removes reasons that repeat a claim, such as `open` and `write` of one file. */
function firstOfEachClaim(hits: readonly ExplainedHit[]): readonly string[] {
  const reasons = new Map<string, string>();
  for (const { claim, reason } of hits) if (!reasons.has(claim)) reasons.set(claim, reason);
  if (reasons.size > maxCompared) return [...reasons.values()];
  const claims = [...reasons.keys()];
  const isExtended = (claim: string): boolean =>
    claims.some((other) => other.startsWith(`${claim},`) || other.endsWith(` with ${claim.replace(/^runs /, "")}`));
  return claims.filter((claim) => !isExtended(claim)).map((claim) => reasons.get(claim) ?? claim);
}

/** The most claims that are compared with each other. */
const maxCompared = 50;

/** A hit with the sentence about its effect and the characters of the code that cause the effect. */
interface ExplainedHit extends Pick<Hit, "truth" | "isListed" | "unknown"> {
  readonly reason: string;
  /** The reason without its subject. */
  readonly claim: string;
  readonly evidence: readonly Evidence[];
  readonly safer?: string | undefined;
}

/** More effects than these make the answer unknown. */
const maxEffects = 400;

/** Whether it is unknown which file an effect is about. */
function hasUnknownFile(effect: Effect): boolean {
  return ("target" in effect && effect.target === null) || ("to" in effect && effect.to === null);
}

/** Tests each effect of one text. */
function findHits(
  part: EffectsPart,
  definition: EffectPredicate,
  input: Omit<EvaluationInput, "effects" | "created" | "part">,
): readonly ExplainedHit[] {
  const { path, text, effects, created } = part;
  const testEffect = definition.createTest({
    ...input,
    part,
    effects,
    created: created ?? new CreatedFiles(input.policy.base),
  });
  const evidenceAt = (start: number, end: number): readonly Evidence[] =>
    path === undefined ? [] : [{ path, start, end, text: text.slice(start, end) }];
  const hits: ExplainedHit[] = [];
  for (const [index, effect] of effects.entries()) {
    if (index === maxEffects) break;
    const hit = effect.kind === "anything" ? unknownCode : testEffect(effect);
    if (hit === false) continue;
    const { start, end, certainty } = effect;
    const pathProblem = hasUnknownFile(effect) ? part.pathProblem : undefined;
    const because = hit.because ?? (pathProblem === undefined ? "" : `: ${pathProblem}`);
    hits.push({
      truth: certainty === "unknown" ? "unknown" : hit.truth,
      unknown: hit.unknown,
      reason: `${effectSentence(effect)}${because}`,
      claim: `${effectClaim(effect)}${because}`,
      isListed: hit.isListed === true,
      evidence: evidenceAt(start, end),
      safer: effect.kind === "anything" ? undefined : saferWay(effect),
    });
  }
  const firstUntested = effects[maxEffects];
  if (firstUntested === undefined) return hits;
  const reason = `the code has more than ${maxEffects} effects`;
  return [...hits, { truth: "unknown", reason, claim: reason, evidence: evidenceAt(firstUntested.start, text.length) }];
}
