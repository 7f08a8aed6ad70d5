/** The subpath `@helve/effects/python`: lists the effects of a Python program without running it. */
import { interpretProgram } from "./engine/interpret-program.ts";
import { createReader, type EffectReader, unknownEffects } from "./languages.ts";
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
  const encoding = otherEncoding(text);
  if (encoding !== undefined) return unknownEffects(`the program is encoded as ${encoding}`, text);
  if (!/^[!%]/m.test(text) || readTree(text).problem === null) return interpretProgram(pythonDialect, text, context);
  const cell = readCell(text);
  const read = interpretProgram(pythonDialect, cell.program, context);
  return { ...read, effects: [...effectsOfCommands(cell, context), ...read.effects] };
});

/** The encoding that one of the first two lines declares (PEP 263), if the text may mean another program in it. */
function otherEncoding(text: string): string | undefined {
  const lines = text.split(/\r?\n|\r/, 2);
  const names = lines.map((line) => /^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)/.exec(line)?.[1]);
  return names.find((name) => name !== undefined && !sameText.test(name));
}

/** Encodings in which each ASCII character means itself. */
const sameText =
  /^(?:utf[-_]?8(?:[-_]sig)?|(?:us[-_])?ascii|latin[-_]?1|iso[-_]?8859[-_]\d+|(?:cp|windows)[-_]?125\d)(?:[-_](?:unix|dos|mac))?$/i;

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
