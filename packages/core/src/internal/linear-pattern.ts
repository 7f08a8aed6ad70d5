/** Regular expressions of JavaScript that are matched in time proportional to the text, for every pattern. */
import { parsePattern } from "./linear-pattern/parse-pattern.ts";
import { compileProgram, type Instruction } from "./linear-pattern/program.ts";
import { nativePattern } from "./native-pattern.ts";

/** A pattern that is matched in linear time. */
export interface LinearPattern {
  /** Finds the first match in a text: where it begins and ends, in UTF-16 units. */
  find(text: string): readonly [start: number, end: number] | undefined;
}

/**
 * Compiles a regular expression of JavaScript, with the flag `u`, or without it if it is valid only then. It finds what `RegExp`
 * finds, but without backtracking, so that no pattern blocks on a text that a model wrote.
 *
 * Lookarounds and backreferences are refused in patterns with repetitions, because they can't be matched so.
 *
 * @returns the pattern, or what is wrong as the end of a sentence that begins with the pattern
 */
export function linearPattern(
  pattern: string,
  { ignoreCase = false }: LinearPatternOptions = {},
): LinearPattern | { readonly problem: string } {
  const native = compiled(pattern, ignoreCase ? "i" : "");
  if ("problem" in native) return native;
  if (isSimple(pattern)) return { find: (text) => spanOf(native.exec(text)) };
  const tree = parsePattern(pattern, native.unicode);
  if ("problem" in tree) return tree;
  const program = compileProgram(tree, native.flags);
  return "problem" in program ? program : { find: (text) => findMatch(program, text, native.unicode) };
}

/** The options of a pattern. */
interface LinearPatternOptions {
  /** Whether upper-case and lower-case letters are equal; default false. */
  readonly ignoreCase?: boolean;
}

/** Compiles a pattern with the native engine, to check its syntax. */
function compiled(pattern: string, flags: string): RegExp | { readonly problem: string } {
  try {
    return nativePattern(pattern, flags);
  } catch (error) {
    // Engines write the pattern before the reason.
    const { message } = error as Error;
    return { problem: `is invalid: ${message.slice(message.lastIndexOf(": ") + 1).trim()}` };
  }
}

/** Whether a pattern has no repetition, so that backtracking takes little time. */
function isSimple(pattern: string): boolean {
  return !/[*+{]/.test(pattern) && (pattern.match(/\?/g)?.length ?? 0) <= 8;
}

/** Returns the start and end of a match. */
function spanOf(match: RegExpExecArray | null): readonly [number, number] | undefined {
  return match === null ? undefined : [match.index, match.index + match[0].length];
}

/** A place in the program, and where its match began. */
interface Thread {
  readonly at: number;
  readonly start: number;
}

/** Runs all alternatives of a program side by side (Pike's algorithm); of several matches, the one that `RegExp` prefers wins. */
function findMatch(
  program: readonly Instruction[],
  text: string,
  unicode: boolean,
): readonly [number, number] | undefined {
  const visited = new Int32Array(program.length).fill(-1);
  let threads: Thread[] = [];
  let match: readonly [number, number] | undefined;
  for (let position = 0; ; ) {
    if (match === undefined) threads.push({ at: 0, start: position });
    const code = unicode ? text.codePointAt(position) : text.charCodeAt(position);
    const character = code === undefined || Number.isNaN(code) ? undefined : String.fromCodePoint(code);
    const next: Thread[] = [];
    const stack = threads.reverse();
    for (let thread = stack.pop(); thread !== undefined; thread = stack.pop()) {
      const { at, start } = thread;
      const instruction = program[at];
      if (instruction === undefined || visited[at] === position) continue;
      visited[at] = position;
      if (instruction.kind === "match") {
        match = [start, position];
        break; // the threads after this one are less preferred
      }
      if (instruction.kind === "character") {
        if (character !== undefined && instruction.matches(character)) next.push({ at: at + 1, start });
      } else if (instruction.kind === "assertion") {
        if (instruction.holds(text, position)) stack.push({ at: at + 1, start });
      } else {
        // The preferred branch is on top.
        for (const to of instruction.to.toReversed()) stack.push({ at: to, start });
      }
    }
    if (character === undefined || (next.length === 0 && match !== undefined)) return match;
    threads = next;
    position += character.length;
  }
}
