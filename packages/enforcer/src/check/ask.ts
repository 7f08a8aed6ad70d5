import type { Evidence, Finding, Predicate, PredicateArgument, PredicateContext } from "@helve/core";
import { type Answer, failure, noAnswer, noEvidence } from "./answer.ts";

/**
 * Asks a predicate. One that throws or takes too long gives no answer.
 *
 * @param timeout - in milliseconds
 * @returns a promise only where the predicate gave one
 */
export function ask(
  predicate: Predicate,
  operands: readonly PredicateArgument[],
  context: PredicateContext,
  timeout: number,
): Answer | Promise<Answer> {
  try {
    const given: unknown = predicate.evaluate(operands, context);
    return isThenable(given) ? waitFor(given, timeout) : answerOf(given);
  } catch (error) {
    return failure(error);
  }
}

async function waitFor(given: PromiseLike<unknown>, timeout: number): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Answer>((resolve) => {
    timer = setTimeout(() => resolve(noAnswer(`no answer within ${timeout} ms`)), Math.min(timeout, longestTimer));
  });
  try {
    return await Promise.race([Promise.resolve(given).then(answerOf), late]);
  } catch (error) {
    return failure(error);
  } finally {
    clearTimeout(timer);
  }
}

/** A longer timer would go off at once. */
const longestTimer = 2 ** 31 - 1;

/** What is none of the three truths can't tell anything. */
function answerOf(given: unknown): Answer {
  if (given === true || given === false) return { value: given, reason: `it is ${given}`, evidence: noEvidence };
  const { value, reason, evidence } = (typeof given === "object" && given !== null ? given : {}) as Partial<Finding>;
  const rests = Array.isArray(evidence) ? evidence.flatMap(plainEvidence) : noEvidence;
  const why = typeof reason === "string" && reason !== "" ? reason : undefined;
  if (value === true || value === false) return { value, reason: why ?? `it is ${value}`, evidence: rests };
  return { value: "unknown", reason: why ?? "it can't tell", evidence: rests };
}

/** The parts of evidence that a verdict can carry. */
function plainEvidence(one: Partial<Evidence> | null): readonly Evidence[] {
  const { path, start, end, text } = one ?? {};
  if (typeof path !== "string" || typeof text !== "string") return noEvidence;
  return Number.isSafeInteger(start) && Number.isSafeInteger(end)
    ? [{ path, start: Number(start), end: Number(end), text }]
    : noEvidence;
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}
