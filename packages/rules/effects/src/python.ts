// The subpath `@helve/effects/python`: lists the effects of a Python program without running it.

import { interpretProgram } from "./engine/interpret-program.ts";
import { createReader, type EffectReader } from "./languages.ts";
import { withLineEnds } from "./line-ends.ts";
import { pythonDialect } from "./python/dialect.ts";
import { effectsOfCommands, readCell } from "./python/notebook.ts";
import { readTree } from "./python/syntax/tree.ts";
import type { SyntaxTreeResult } from "./syntax-tree.ts";

/**
 * Reads what a Python program would do, without running it: through imports and aliases, variables, functions, classes,
 * `getattr` with a known name, `eval` of known code, commands of `subprocess`.
 *
 * It follows every branch that the program could take, and functions that nothing calls. A call of a library that is not
 * in its catalogue counts as harmless; where the function that is called is decided by an unknown value, there is an
 * effect of kind `anything`. Never throws.
 *
 * @example
 * python.read("from os import remove as r\nr('a.txt')").effects[0]?.by; // "os.remove"
 * python.read(program, { languages: { shell, python } }); // reads `os.system("…")`, too
 */
export const python: EffectReader = createReader("python", (program, context) => {
  const text = withLineEnds(program);
  if (!/^[!%]/m.test(text) || readTree(text).problem === null) return interpretProgram(pythonDialect, text, context);
  const cell = readCell(text);
  const read = interpretProgram(pythonDialect, cell.program, context);
  return { ...read, effects: [...effectsOfCommands(cell, context), ...read.effects] };
});

/**
 * Parses a Python program to the tree that `python.read` evaluates, to show it to a person.
 *
 * @example
 * pythonTree("x = 1").tree?.children[0]?.name; // "AssignStatement"
 */
export function pythonTree(program: string): SyntaxTreeResult {
  const { root, problem } = readTree(program);
  return { tree: root, problem: problem !== null ? `the program ${problem}` : undefined };
}
