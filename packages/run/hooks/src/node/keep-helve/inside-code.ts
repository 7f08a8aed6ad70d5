/** Evaluates code inside a call as if the agent had called the tool that runs it. */
import { effectsOfCall, languageCall } from "@helve/predicates";
import { type Answer, strongest, unread } from "./answer.ts";
import type { CodeArgument } from "./code-arguments.ts";
import { loosening } from "./loosens-helve.ts";
import type { Reading } from "./reading.ts";

const deepest = 2;

/** Evaluates code and returns the strongest answer. */
export async function inside(language: string, code: string, reading: Reading): Promise<Answer | undefined> {
  return strongest(await eachInside(language, code, reading));
}

/** Evaluates code and returns the answer of each predicate. */
export async function eachInside(language: string, code: string, reading: Reading): Promise<readonly Answer[]> {
  if (reading.depth >= deepest) return [];
  const action = languageCall(language, code);
  const decision = { ...reading.decision, action };
  const answers: Answer[] = [await loosening(action, { ...reading, decision, depth: reading.depth + 1 })];
  for (const predicate of reading.changes) {
    const finding = await predicate.evaluate([], decision);
    const { value, reason } = typeof finding === "object" ? finding : { value: finding, reason: predicate.name };
    answers.push({ truth: value === true || reading.countsUnknown === true ? value : false, reason });
  }
  return answers;
}

/** Evaluates code in each language in which it parses; if in none, it may do anything. */
export async function insideAny({ text, languages }: CodeArgument, reading: Reading): Promise<Answer | undefined> {
  const parsed = languages.filter((language) => parses(language, text, reading));
  if (parsed.length === 0) return unread(`it can't be read as ${languages.join(", ")}`);
  const answers: (Answer | undefined)[] = [];
  for (const language of parsed) answers.push(await inside(language, text, { ...reading, countsUnknown: true }));
  return strongest(answers);
}

/** Whether a text parses as code of a language. */
function parses(language: string, text: string, { policy }: Reading): boolean {
  const { effects } = effectsOfCall(languageCall(language, text), policy, { trajectory: [] });
  return !effects.some((effect) => effect.kind === "anything" && doesNotParse.test(effect.reason));
}

const doesNotParse = /can't be read|does not parse|syntax error/;
