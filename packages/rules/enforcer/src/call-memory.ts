/** Remembers answers of people and models during one call, so that a second evaluation does not ask again. */
import { canonicalJson, type GuardContext } from "@helve/core";
import type { DecisionContext } from "./decision-context.ts";
import type { ResolvedOptions } from "./engine-options.ts";

/**
 * Returns the answer to a question, from a person, a model or a fix. If the engine evaluates the same call again, the answers
 * of the earlier evaluation are used, in their order, as long as the questions are the same.
 *
 * @param question - JSON that is equal for equal questions
 */
export async function answerOnce<Answer>(
  question: unknown,
  context: DecisionContext,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const { memory } = context.guardContext;
  if (memory === undefined) return ask();
  const { answers } = callMemory(memory, context.options);
  const key = canonicalJson(question);
  const counts = askedCounts.get(context) ?? new Map<string, number>();
  askedCounts.set(context, counts);
  const count = counts.get(key) ?? 0;
  counts.set(key, count + 1);
  const earlier = answers.get(key) ?? [];
  if (count < earlier.length) return earlier[count] as Answer;
  const answer = await ask();
  answers.set(key, [...earlier, answer]);
  return answer;
}

/** How often each question was asked in a decision. */
const askedCounts = new WeakMap<DecisionContext, Map<string, number>>();

/** The tokens of the late answers that were accepted for a call; `undefined` if each call is evaluated once. */
export function acceptedTokens({ memory }: GuardContext, options: ResolvedOptions): Set<string> | undefined {
  return memory && callMemory(memory, options).acceptedTokens;
}

/** The stored answers about one call. */
interface CallMemory {
  /** By question, in the order in which they were given. */
  readonly answers: Map<string, readonly unknown[]>;
  readonly acceptedTokens: Set<string>;
}

/** Returns what an engine remembers about one call, so that evaluating it again asks nothing twice. */
function callMemory(memory: WeakMap<object, unknown>, options: ResolvedOptions): CallMemory {
  const existing = memory.get(options);
  if (existing !== undefined) return existing as CallMemory;
  const created: CallMemory = { answers: new Map(), acceptedTokens: new Set() };
  memory.set(options, created);
  return created;
}
