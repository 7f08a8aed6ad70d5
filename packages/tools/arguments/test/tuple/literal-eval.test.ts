import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { TupleParser } from "@helve/arguments/tuple";
import type { JsonSchema } from "@helve/core";
import { runs } from "@helve/testing/property-runs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tupleSpelling } from "./python-literal.ts";

const script = fileURLToPath(new URL("literal-eval.py", import.meta.url));

/** The result of `ast.literal_eval` for a text. */
interface Outcome {
  /** `unsayable` is what JSON has nothing for, `other` what is neither a tuple nor a list. */
  readonly kind: "read" | "unsayable" | "other" | "refused";
  readonly value?: unknown;
}

const hasPython = spawnSync("python3", ["--version"]).status === 0;

function literalEval(texts: readonly string[]): readonly Outcome[] {
  const { stdout, stderr } = spawnSync("python3", ["-W", "ignore", script], {
    input: JSON.stringify(texts),
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    env: { ...process.env, PYTHONIOENCODING: "utf-8" },
  });
  expect(stderr).toBe("");
  return JSON.parse(stdout);
}

const names = Array.from({ length: 40 }, (_, index) => `p${index}`);
const schema: JsonSchema = {
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, {}])),
  additionalProperties: false,
};
const parser = new TupleParser({ coerce: false });

/** Repairs of values that Python has and JSON has not; all others are of what is no Python. */
const ofValues = new Set(["python_set", "python_bytes", "key_form", "big_integer", "duplicate_key"]);

/** The values of a tuple or a list that is right as Python; `undefined` for any other text. */
function read(text: string): unknown {
  const decoded = parser.decode(text, schema);
  if (!decoded.ok || decoded.repairs.some(({ kind }) => !ofValues.has(kind))) return undefined;
  const values = names.slice(0, Object.keys(decoded.args).length).map((name) => decoded.args[name]);
  return JSON.parse(JSON.stringify(values));
}

/** By what they are about: brackets and white space, strings, numbers, words, lists and braces, what is computed. */
// biome-ignore format: a table
const written: readonly string[] = [
  '("x",)', '("x")', '"x",', "()", "( )", "[]", "[1]", "(1, 2)", "1, 2", "1,", "(1,,)", "(,)", "(1 2)", "((1,),)", "((1),)",
  " (1,)", "\t(1,)", "\n(1,)", "(1,)\n", "(1,)\n\n", "(1,) # comment", "# comment\n(1,)", "(1, # one\n 2)", "(\n1\n,\n)",
  "1,\n2", "(1,)\n(2,)", "(1, \\\n 2)", "1, \\\n2", "(1,) \\", "(1\f,)", "(1\v,)", "(1\u00a0,)", "\ufeff(1,)", "(1,)\0",
  '("a" "b",)', "('a' \"b\" '''c''',)", '("a"\n"b",)', '"a"\n"b",', '(u"a" r"\\n",)', '("a" b"b",)', '(b"a" b"b",)',
  '(b"a" rb"\\n",)', '(Rb"a", bR"b", BR"c", U"d")', '(ub"a",)', '(ur"a",)', '(f"a",)', '(f"{1}",)', '(rf"a",)', '(F"a" "b",)',
  "('',)", '("",)', '("""""",)', "(''''a'''',)", "('''a''b''',)", "('''a\nb''',)", "('''a\r\nb\rc''',)", "('a\nb',)", "('a\rb',)",
  "('a\\\nb',)", "('a\\\r\nb',)", "('a\\\rb',)", "(r'a\\\nb',)", "(r'a\\\r\nb',)", "(r'''a\\\r\nb''',)", "(b'a\\\nb',)",
  "('\\n\\r\\t\\a\\b\\f\\v\\\\\\'\\\"',)", "('\\x41\\u0041\\U00000041\\101',)", "('\\0\\7\\08\\18\\1234\\777',)", "('\\x4',)", "('\\x',)",
  "('\\u123',)", "('\\U0010FFFF',)", "('\\U00110000',)", "('\\ud83d\\ude00',)", "('\\ud800',)", "('\\d\\s\\/\\e',)", "('\\8\\9',)",
  "('\\X41\\é',)", "(b'\\x41\\101\\777\\u0041\\N{DASH}\\d',)", "(b'\\xff',)", "(b'\\xc3\\xa9',)", "(b'é',)", "(b'\\x4',)",
  "(r'\\'',)", "(r'\\',)", "(r'\\\\',)", "('it's',)", "('it\\'s',)", "('a', 'b)", "('a", "('''a''", "('中文 é 😀',)",
  "(0, 00, 0_0, 007)", "(0, 00, 0_0)", "(01,)", "(1_000, 1__0)", "(1_000,)", "(_1,)", "(1_,)", "(0x1F, 0X_1f, 0o17, 0O1_7, 0b1_0, 0B1)",
  "(0x,)", "(0xg,)", "(0x1_,)", "(0o8,)", "(0b2,)", "(0_7,)", "(1l,)", "(1.5, .5, 5., 1e5, 1E+5, 1.e-5, 1_0.0_1e1_0)", "(09.5, 09e1, 0e0)",
  "(09,)", "(1._5,)", "(1_.5,)", "(1e,)", "(1e+,)", "(.,)", "(..5,)", "(1.2.3,)", "(1e999,)", "(-1e999,)", "(1e-999,)", "(1j,)",
  "(1+2j,)", "(1-2.5J,)", "(-1+2j,)", "(0x1+1,)", "(0xe+1,)", "(1e+1,)", "(9007199254740993,)", "(-123456789012345678901234567890,)",
  "(100000000000000000000,)", "(0xffffffffffffffffffff,)", `(${"9".repeat(400)},)`, "(-1, +1, - 1, -0, -0.0, +.5)", "(--1,)", "(-+1,)",
  "(-(1),)", "(-((1)),)", "(-(-1),)", "(~1,)", "(-True,)", "(not True,)", "(-'a',)", "(+None,)",
  "(None, True, False)", "(none,)", "(true,)", "(null,)", "(NaN,)", "(inf,)", "(x,)", "(x.y,)", "(f(),)", "(set(),)", "(set( ),)", "(set([1]),)",
  "(set,)", "(dict(),)", "(set(),\n)", "(frozenset(),)", "(...,)", "(. . .,)", "(Ellipsis,)",
  "([1, 2,], [])", "([,],)", "([1 2],)", "([*a],)", "(*[1],)", "({},)", "({'a': 1},)", "({'a': 1,},)", "({'a': 1, 'a': 2},)", "({1: 1, None: 2, True: 3},)",
  "({b'a': 1},)", "({(1, 2): 1},)", "({[1]: 1},)", "({'a'},)", "({1, 1.0, True, 2},)", "({'a', b'a'},)", "({(1, 2), (1, 2)},)", "({(1, [2])},)", "({[1]},)",
  "({{'a': 1}},)", "({1: 2, 3},)", "({1, 2: 3},)", "({,},)", "({**{}},)", "({'a': 1 'b': 2},)", "({'a' 1},)", "({1: {2: {3: 4}}},)",
  "(1 + 1,)", "('a' + 'b',)", "('a' * 3,)", "('a' % 1,)", "(1 if True else 2,)", "(1 < 2,)", "(1 == 1,)", "(a := 1,)", "(lambda: 1,)", "([x for x in []],)",
  "('x',)[0]", "('x',); 1", "('x',) 1", "1 2", "(1,))", "((1,)", "(1,]", "[1)", "{1: 2)", "(a=1)", "(1, a=2)", "a=1", "f(1)", "print('x')",
  "(yield,)", "(await x,)", "(1and 2,)", "(1if 1else 2,)", "(0x1for x in [],)", "(1or 2,)", "(@,)", "($,)", "(?,)", "(`1`,)", "(!,)", "(1;)", "(a.b,)",
  `${"(".repeat(60)}1${",)".repeat(60)}`, `${"[".repeat(90)}${"]".repeat(90)}`,
];

/** Texts that are nearly right: one character is taken out, put in, or replaced. */
const mutated = fc
  .tuple(tupleSpelling, fc.nat(), fc.nat(), fc.constantFrom(...Array.from("()[]{},:'\"\\0_.-+ejxbrfu #\n\r\t=N"), ""))
  .map(([{ text }, where, cut, instead]) => {
    const characters = Array.from(text);
    characters.splice(where % (characters.length + 1), cut % 2, instead);
    return characters.join("");
  });

const corpus = (): readonly string[] => [
  ...written,
  ...fc.sample(tupleSpelling, { numRuns: runs(400, 20_000), seed: 1 }).map(({ text }) => text),
  ...fc.sample(mutated, { numRuns: runs(800, 40_000), seed: 2 }),
];

const title = "TupleParser, beside ast.literal_eval";

describe.skipIf(!hasPython)(hasPython ? title : `${title} (skipped: there is no python3 on this machine)`, () => {
  it("accepts exactly the same texts and reads the same values", () => {
    const texts = corpus();
    const differing = literalEval(texts).flatMap(({ kind, value }, index) => {
      const text = texts[index] ?? "";
      const ours = read(text);
      if (kind === "other") return [];
      const theirs = kind === "read" ? value : undefined;
      return JSON.stringify(ours) === JSON.stringify(theirs) ? [] : [{ text, ours, theirs }];
    });
    expect(differing).toEqual([]);
  });
});
