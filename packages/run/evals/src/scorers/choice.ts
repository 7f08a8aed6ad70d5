import { letterOf, orderIn } from "../choices.ts";
import { correct, incorrect, noAnswer } from "../score.ts";
import type { Scorer } from "../scorer.ts";
import { labelPattern, plainForm, withoutMarks } from "./decorated.ts";

/**
 * Compares the choices that the model names with the target's choices (Inspect `choice`): all of them, and no other. A target is the letter of
 * a choice in the sample's own order, or its text. The answer is the text after the last `ANSWER:`, or the whole output. An output without a
 * choice has the value `"N"`.
 */
export function choice(): Scorer {
  return {
    name: "choice",
    score: ({ output, sample, metadata }, target) => {
      const { choices = [] } = sample;
      const order = orderIn(metadata, choices.length);
      const wanted = new Set(target.flatMap((each) => targetIn(each, choices)));
      const shown = order.map((index) => choices[index] ?? "");
      const named = choicesIn(output, shown)?.map((index) => order[index] as number);
      if (named === undefined) return { value: noAnswer, explanation: `There is no choice in the output: ${output}` };
      const isMatch =
        wanted.size > 0 && wanted.size === new Set(named).size && named.every((index) => wanted.has(index));
      const answer = named
        .toSorted((left, right) => left - right)
        .map(letterOf)
        .join(", ");
      return { value: isMatch ? correct : incorrect, answer, explanation: output };
    },
  };
}

/** The choices that a target means: its letter, several letters, or its text. */
function targetIn(target: string, choices: readonly string[]): readonly number[] {
  const byText = choices.indexOf(target);
  return lettersIn(target, choices.length) ?? (byText < 0 ? [-1] : [byText]);
}

/** The choices that an output names, by their places in the order in which they were shown. */
function choicesIn(output: string, shown: readonly string[]): readonly number[] | undefined {
  const plain = plainForm(output);
  const label = [...plain.matchAll(answerLabel)].at(-1);
  const text = label === undefined ? plain : (label[1] ?? "");
  const letters = lettersIn(text, shown.length);
  if (letters !== undefined) return letters;
  const words = folded(text);
  const byText = shown.findIndex((each) => folded(each) === words);
  if (byText >= 0) return [byText];
  // "B) Rome", "B. Rome": a letter, and the text of its choice.
  const [, letter, rest] = /^([A-Za-z])[^\p{L}\p{N}]+(.+)$/su.exec(withoutMarks(text)) ?? [];
  // "A or B" is no choice.
  if (letter === undefined || rest === undefined || /^or\s+[(*]*[A-Za-z](?![\p{L}\p{N}])/iu.test(rest))
    return undefined;
  const [index] = lettersIn(letter, shown.length) ?? [];
  return index !== undefined && (label !== undefined || folded(rest) === folded(shown[index] ?? ""))
    ? [index]
    : undefined;
}

const answerLabel = new RegExp(`${labelPattern("ANSWER")}([^\\n]*)`, "giu");

/** The indexes of letters that stand alone: `B`, `(B)`, `A, C`, `A and C`, `AC`; `undefined` for any other text. */
function lettersIn(text: string, count: number): readonly number[] | undefined {
  const plain = withoutMarks(text).replace(/[.!]+$/, "");
  const parts = /^[A-Z]+$/.test(plain)
    ? [...plain]
    : plain.split(/\s*(?:[,;/&+]|\band\b)\s*|\s+/iu).filter((part) => part !== "");
  const indexes = parts.map((part) => letterIndex(withoutMarks(part).replace(/[.)]+$/, "")));
  const isAll = indexes.length > 0 && indexes.every((index) => index >= 0 && index < count);
  return isAll && new Set(indexes).size === indexes.length ? indexes : undefined;
}

function letterIndex(part: string): number {
  return /^[A-Za-z]$/.test(part) ? part.toUpperCase().charCodeAt(0) - 65 : -1;
}

/** Normalizes a choice for comparison. */
function folded(text: string): string {
  return withoutMarks(plainForm(text))
    .replace(/[.!]+$/, "")
    .trim()
    .toLowerCase();
}
