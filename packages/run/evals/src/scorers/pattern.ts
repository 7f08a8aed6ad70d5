import { correct, incorrect } from "../score.ts";
import type { Scorer } from "../scorer.ts";

/** Options of {@link pattern}. */
export interface PatternOptions {
  /** Of the pattern and of the comparison; `true` by default. */
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
 * Finds the answer after `ANSWER:` (Inspect `answer`): a letter, a word, or the rest of the line.
 *
 * @example
 * const scorer = answer("letter"); // "It must be Rome. ANSWER: B" matches "B"
 */
export function answer(kind: "letter" | "word" | "line"): Scorer {
  return { ...pattern(answerPatterns[kind]), name: "answer" };
}

const answerPatterns = {
  letter: /ANSWER\s*:\s*([A-Za-z])(?![\p{L}\p{M}\p{N}_])/u,
  word: /ANSWER\s*:\s*([\p{L}\p{M}\p{N}_]+)/u,
  line: /ANSWER\s*:[^\S\n]*([^\s\n](?:[^\n]*[^\s\n])?)/,
} as const;
