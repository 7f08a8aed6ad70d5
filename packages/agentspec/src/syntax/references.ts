import type { TextRange } from "@helve/core";
import type { Literal, Reference, ReferenceRoot } from "@helve/core/program";
import { operators } from "./operators.ts";
import { noteSpelling, type Placed, quoted, type Reading, rangeOf, report } from "./reading.ts";
import { checkCase } from "./spelling.ts";

/** What a name stands for within a rule: a binding, or an argument of the action. */
export interface Local {
  readonly root: "let" | "args";
  readonly name: string;
}

type Path = readonly (string | number)[];

/** The roots of references, as rules write them. */
export const referenceRoots: readonly ReferenceRoot[] = ["args", "action", "prompt", "trajectory", "state"];

const roots = new Map<string, ReferenceRoot>([
  ...referenceRoots.map((root) => [root, root] as const),
  // The early dialect has an action's arguments under these names.
  ["cur_action", "args"],
  ["cur_act", "args"],
]);

const literals = new Map<string, boolean | null>([
  ["true", true],
  ["True", true],
  ["false", false],
  ["False", false],
  ["null", null],
  ["None", null],
]);

/** The words that stand for a value: the parts of an action and the like, and literals. */
export const valueWords: { readonly roots: readonly string[]; readonly literals: readonly string[] } = {
  roots: [...roots.keys()],
  literals: [...literals.keys()],
};

/** What a word that is a literal stands for, among values. */
export function literalOf(word: string): boolean | null | undefined {
  return literals.get(word);
}

/** Whether a word stands for a value of its own, wherever a value may stand. */
export function isValue(word: string, reading: Reading): boolean {
  return isReserved(word) || reading.locals.has(word);
}

/** Whether a word stands for a value in every rule. */
function isReserved(word: string): boolean {
  return literals.has(word) || roots.has(word);
}

/** Whether a word can't be the name of a binding. */
export function isTaken(word: string): boolean {
  return isReserved(word) || operators.some((operator) => operator === word);
}

/** What a word among values says, with the path that follows it. */
export function wordOf(word: Placed, path: Path, range: TextRange, reading: Reading): Literal | Reference {
  const { image } = word;
  const literal = literals.get(image);
  if (literal !== undefined && path.length === 0) return { type: "literal", value: literal, range };
  const local = reading.locals.get(image);
  const root = roots.get(image);
  if (local !== undefined) return named(local, word, path, range, reading);
  if (root !== undefined) {
    if (root !== image) noteSpelling(reading, rangeOf(reading, word), root);
    return { type: "reference", root, path, range };
  }
  if (path.length === 0 && checkCase(word, literals.keys(), reading)) {
    return { type: "literal", value: null, range };
  }
  if (literal === undefined && reading.takesNames) {
    return named({ root: "args", name: image }, word, path, range, reading);
  }
  refuseName(word, literal === undefined && path.length === 0, reading);
  return { type: "reference", root: "args", path, range };
}

/** A reference that is written without its root. */
function named({ root, name }: Local, word: Placed, path: Path, range: TextRange, reading: Reading): Reference {
  if (root === "args") noteSpelling(reading, rangeOf(reading, word), `args${stepText(name)}`);
  return { type: "reference", root, path: [name, ...path], range };
}

function stepText(name: string): string {
  return /^[\p{L}_][\p{L}\p{Nd}_-]*$/u.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

const aValue = `a value: a string in "double quotes", a number, true, false, null, a list, an object or a part of ${referenceRoots.slice(0, -1).join(", ")} or ${referenceRoots.at(-1)}`;

function refuseName(word: Placed, mayBeText: boolean, reading: Reading): void {
  const range = rangeOf(reading, word);
  const text = JSON.stringify(word.image);
  report(reading, "invalid_value", `expected ${aValue} (got ${quoted(word.image)})`, range, {
    expected: aValue,
    ...(mayBeText && { quickFix: { title: `Write ${quoted(text)}`, range, text } }),
  });
}

/** A reference as the canonical form writes it. */
export function referenceText({ root, path }: Pick<Reference, "root" | "path">): string {
  const [name, ...rest] = root === "let" ? path : [root, ...path];
  return [name, ...rest.map((step) => (typeof step === "number" ? `[${step}]` : stepText(step)))].join("");
}
