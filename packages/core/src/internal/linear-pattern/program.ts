/** Compiles a parsed regular expression to instructions for the linear-time matcher. */
import type { PatternNode } from "./parse-pattern.ts";

/** One instruction of a compiled regular expression. The next one follows, except after `branch` and `match`. */
export type Instruction =
  | { readonly kind: "character"; readonly matches: (character: string) => boolean }
  | { readonly kind: "assertion"; readonly holds: (text: string, position: number) => boolean }
  /** Continues at each of the places; the first is preferred. */
  | { readonly kind: "branch"; readonly to: readonly number[] }
  | { readonly kind: "match" };

/** Longer programs are refused: the time of a match is the program's length times the text's length. */
const maxInstructions = 2000;

/**
 * Compiles a syntax tree to a program.
 *
 * @param flags - the flags of the pattern: `u`, `i`, both or neither
 */
export function compileProgram(
  tree: PatternNode,
  flags: string,
): readonly Instruction[] | { readonly problem: string } {
  const program: Instruction[] = [];
  const emit = (node: PatternNode): void => {
    if (program.length > maxInstructions) return;
    switch (node.kind) {
      case "character":
        program.push({ kind: "character", matches: characterTest(node.source, flags) });
        break;
      case "assertion":
        program.push({ kind: "assertion", holds: assertions[node.source] });
        break;
      case "sequence":
        for (const part of node.parts) emit(part);
        break;
      case "choice":
        emitChoice(node.parts);
        break;
      case "repeat":
        emitRepeat(node);
    }
  };
  const emitChoice = (parts: readonly PatternNode[]): void => {
    const ends: number[] = [];
    for (const [index, part] of parts.entries()) {
      const isLast = index === parts.length - 1;
      const branch = isLast ? undefined : program.push({ kind: "branch", to: [] }) - 1;
      emit(part);
      if (branch === undefined) continue;
      ends.push(program.push({ kind: "branch", to: [] }) - 1);
      program[branch] = { kind: "branch", to: [branch + 1, program.length] };
    }
    for (const end of ends) program[end] = { kind: "branch", to: [program.length] };
  };
  const emitRepeat = ({ of, least, most, lazy }: PatternNode & { readonly kind: "repeat" }): void => {
    const branch = (inside: number, after: number): Instruction => ({
      kind: "branch",
      to: lazy ? [after, inside] : [inside, after],
    });
    for (let copy = 0; copy < least && program.length <= maxInstructions; copy++) emit(of);
    if (most === Number.POSITIVE_INFINITY) {
      const loop = program.push({ kind: "branch", to: [] }) - 1;
      emit(of);
      program.push({ kind: "branch", to: [loop] });
      program[loop] = branch(loop + 1, program.length);
      return;
    }
    const skips: number[] = [];
    for (let copy = least; copy < most && program.length <= maxInstructions; copy++) {
      skips.push(program.push({ kind: "branch", to: [] }) - 1);
      emit(of);
    }
    for (const skip of skips) program[skip] = branch(skip + 1, program.length);
  };
  emit(tree);
  program.push({ kind: "match" });
  return program.length > maxInstructions ? { problem: "is too large to be matched in linear time" } : program;
}

/** Creates a cached test of one character by the part of the pattern that matches it. */
function characterTest(source: string, flags: string): (character: string) => boolean {
  const expression = new RegExp(`^(?:${source})$`, flags);
  const answers = new Map<string, boolean>();
  return (character) => {
    let answer = answers.get(character);
    if (answer === undefined) {
      answer = expression.test(character);
      if (answers.size < maxAnswers) answers.set(character, answer);
    }
    return answer;
  };
}

const maxAnswers = 500;

const isWordBoundary = (text: string, position: number): boolean =>
  /\w/.test(text.charAt(position - 1)) !== /\w/.test(text.charAt(position));

const assertions = {
  "^": (_text: string, position: number): boolean => position === 0,
  $: (text: string, position: number): boolean => position === text.length,
  "\\b": isWordBoundary,
  "\\B": (text: string, position: number): boolean => !isWordBoundary(text, position),
};
