/** Calls a predicate of a rule. If it throws or answers too late, the answer is unknown. */
import {
  type Evidence,
  errorJson,
  type Fact,
  type Finding,
  type Predicate,
  type PredicateArgument,
  type PredicateContext,
  type PredicateRecord,
  type UnknownSubject,
} from "@helve/core";
import { longestTimer, withoutUndefined } from "@helve/core/internal";

/**
 * Calls a predicate. One that throws counts as failed: its answer is unknown.
 *
 * @returns the answer, or what the predicate returned if the answer arrives later, for {@link answerInTime}
 */
export function answerNow(
  predicate: Predicate,
  args: readonly PredicateArgument[],
  context: PredicateContext,
): PredicateAnswer | PromiseLike<unknown> {
  try {
    const returned: unknown = predicate.evaluate(args, context);
    return isThenable(returned) ? returned : normalizeAnswer(returned);
  } catch (error) {
    return failedAnswer(error);
  }
}

/** Waits for a predicate's answer for at most `timeout` milliseconds. One that takes longer, or rejects, counts as failed. */
export async function answerInTime(returned: PromiseLike<unknown>, timeout: number): Promise<PredicateAnswer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timedOut = new Promise<PredicateAnswer>((resolve) => {
    timer = setTimeout(
      () => resolve(failedWithReason(`no answer within ${timeout} ms`)),
      Math.min(timeout, longestTimer),
    );
  });
  try {
    return await Promise.race([Promise.resolve(returned).then(normalizeAnswer), timedOut]);
  } catch (error) {
    return failedAnswer(error);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether a value is a promise, or has a `then` method like one. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}

/** The answer of a predicate or of a comparison: its value, the reason and the evidence, which is frozen. */
export type PredicateAnswer = Omit<PredicateRecord, "predicate">;

/** The record of a predicate or comparison, frozen. */
export function predicateRecord(predicate: string, answer: PredicateAnswer): PredicateRecord {
  const { value, failed, reason, evidence, unknown, safer, facts } = answer;
  return Object.freeze(withoutUndefined({ predicate, value, failed, reason, evidence, unknown, safer, facts }));
}

/** No evidence, as one shared list. */
export const noEvidence: readonly Evidence[] = Object.freeze([]);

/** Freezes a list of evidence and each item of it. */
export function frozenEvidence(evidence: readonly Evidence[]): readonly Evidence[] {
  for (const item of evidence) Object.freeze(item);
  return Object.freeze(evidence);
}

/** The answer of a predicate that threw. */
export function failedAnswer(error: unknown): PredicateAnswer {
  return failedWithReason(`it failed: ${errorJson(error).message}`);
}

/** The answer of a predicate that failed: unknown, with the reason. */
function failedWithReason(reason: string): PredicateAnswer {
  return { value: "unknown", failed: true, reason, evidence: noEvidence };
}

/** Converts what a predicate returned to an answer. A value other than `true` and `false` is unknown. */
function normalizeAnswer(result: unknown): PredicateAnswer {
  if (result === true || result === false) return { value: result, reason: `it is ${result}`, evidence: noEvidence };
  const finding = (typeof result === "object" && result !== null ? result : {}) as Partial<Finding>;
  const { value, reason, evidence: found, facts: read } = finding;
  const evidence = Array.isArray(found) && found.length > 0 ? plainEvidence(found) : noEvidence;
  const facts = Array.isArray(read) && read.length > 0 ? plainFacts(read) : undefined;
  const text = typeof reason === "string" && reason !== "" ? reason : undefined;
  const safer = saferOf(finding);
  if (value === true || value === false) return { value, reason: text ?? `it is ${value}`, evidence, safer, facts };
  return {
    value: "unknown",
    reason: text ?? "the predicate has no answer",
    evidence,
    unknown: subjectsOf(finding),
    safer,
    facts,
  };
}

/** Returns what a finding does not know (such as the code or a path), if rules have policies for all of it. */
function subjectsOf({ unknown }: Partial<Finding>): readonly UnknownSubject[] | undefined {
  if (!Array.isArray(unknown) || unknown.length === 0) return undefined;
  return Object.freeze(unknown.map((subject) => (subject === "code" || subject === "path" ? subject : "other")));
}

/** Returns the safer alternatives that a predicate names. */
function saferOf({ safer }: Partial<Finding>): readonly string[] | undefined {
  if (!Array.isArray(safer) || safer.length === 0) return undefined;
  return Object.freeze(safer.filter((way) => typeof way === "string"));
}

/** The fields of facts that a verdict contains, frozen; facts with invalid fields are dropped. */
function plainFacts(read: readonly (Partial<Fact> | null)[]): readonly Fact[] {
  const facts: Fact[] = [];
  for (const item of read) {
    const { kind, about, value } = item ?? {};
    if (kind === undefined || typeof about !== "string" || typeof value !== "string") continue;
    facts.push(Object.freeze({ kind: String(kind) as Fact["kind"], about, value }));
  }
  return Object.freeze(facts);
}

/** The fields of evidence that a verdict contains, frozen; evidence with invalid fields is dropped. */
function plainEvidence(found: readonly (Partial<Evidence> | null)[]): readonly Evidence[] {
  const evidence: Evidence[] = [];
  for (const item of found) {
    const { path, start, end, text } = item ?? {};
    if (typeof path !== "string" || typeof text !== "string") continue;
    if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end)) continue;
    evidence.push({ path, start: Number(start) + 0, end: Number(end) + 0, text }); // JSON has no -0
  }
  return frozenEvidence(evidence);
}
