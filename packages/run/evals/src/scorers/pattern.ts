/** Scorers that find the answer in the output: `pattern` by a regular expression, `answer` after `ANSWER:`. */
import { correct, incorrect } from "../score.ts";
import type { Scorer } from "../scorer.ts";
import { labelPattern, otherLetter, plainForm, valueEnd, withoutMarks } from "./decorated.ts";

/** Options of {@link pattern}. */
export interface PatternOptions {
  /** Whether the pattern and the comparison ignore case; `true` by default. */
  readonly ignoreCase?: boolean | undefined;
  /** Whether each group must be one of the targets, and not only one of them; `false` by default. */
  readonly matchAll?: boolean | undefined;
}

/**
 * Finds the answer with a regular expression, whose groups are compared with the targets (Inspect `pattern`). Without groups, the
 * whole match is compared.
 *
 * @example
 * const scorer = pattern(/The capital is (\w+)/);
 */
export function pattern(expression: RegExp | string, options: PatternOptions = {}): Scorer {
  const { ignoreCase = true, matchAll = false } = options;
  const { source, flags } = typeof expression === "string" ? { source: expression, flags: "" } : expression;
  const otherFlags = flags.replaceAll(/[giy]/g, "");
  const search = new RegExp(source, ignoreCase ? `${otherFlags}i` : `${otherFlags}${flags.includes("i") ? "i" : ""}`);
  const fold = (text: string): string => (ignoreCase ? text.toLowerCase() : text);
  return {
    name: "pattern",
    score: ({ output }, target) => {
      const found = search.exec(output);
      if (found === null) return { value: incorrect, explanation: `The pattern is not in the output: ${output}` };
      const groups = (found.length > 1 ? found.slice(1) : [found[0]]).filter((group) => group !== undefined);
      const targets = target.map(fold);
      const matching = groups.filter((group) => targets.includes(fold(group)));
      const isMatch = matchAll ? groups.length > 0 && matching.length === groups.length : matching.length > 0;
      const answer = matching[0] ?? (groups.length === 1 ? groups[0] : undefined);
      return {
        value: isMatch ? correct : incorrect,
        answer,
        explanation: output,
      };
    },
  };
}

/**
 * Finds the answer after the last `ANSWER:` (Inspect `answer`): a letter, a word, or the rest of the line, also in Markdown or LaTeX.
 *
 * @example
 * const scorer = answer("letter"); // "It must be Rome. ANSWER: B" matches "B"
 */
export function answer(kind: "letter" | "word" | "line"): Scorer {
  const fold = (text: string): string => plainForm(text).trim().toLowerCase();
  return {
    name: "answer",
    score: ({ output }, target) => {
      const last = [...plainForm(output).matchAll(answerPatterns[kind])].at(-1);
      const found = last?.[1];
      if (found === undefined) return { value: incorrect, explanation: `There is no answer after ANSWER: ${output}` };
      if (last?.groups?.["other"] !== undefined) {
        return { value: incorrect, explanation: `There are several answers after ANSWER: ${output}` };
      }
      const plain = kind === "line" ? withoutMarks(found) : found;
      const isMatch = target.some((value) => [found, plain].some((text) => fold(text) === fold(value)));
      return { value: isMatch ? correct : incorrect, answer: plain, explanation: output };
    },
  };
}

const answerLabel = labelPattern("ANSWER");
const answerPatterns = {
  letter: new RegExp(`${answerLabel}([A-Za-z])${valueEnd}[*_\`"')\\]}$.]*${otherLetter}`, "giu"),
  word: new RegExp(`${answerLabel}([\\p{L}\\p{M}\\p{N}_]+)`, "giu"),
  line: /(?<![\p{L}\p{M}\p{N}_])ANSWER[*_`]*[^\S\n]*[:：][^\S\n]*([^\s\n](?:[^\n]*[^\s\n])?)/giu,
} as const;
