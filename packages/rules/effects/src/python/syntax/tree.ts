/** Parses Python text to a light copy of the parser's tree, around syntax errors where possible. */
import { parser } from "@lezer/python";
import { copyTree, type Source, type TreeNode, textOf } from "../../copied-tree.ts";

/** The tree of a program, and why it is incomplete. */
export type ParsedTree =
  | { readonly root: TreeNode; readonly problem: string | null }
  | { readonly root: null; readonly problem: string };

const longestProgram = 100_000;
/** About one step per token. */
const mostTokens = 10_000;
/** How many invalid lines are removed to read the remaining lines. */
const mostBrokenLines = 3;
/** Longer texts are not rewritten for syntax that the grammar lacks. */
const longestRewritten = 20_000;

/** The strict parser stops at the first error: error recovery would take up to a hundred times as long. */
const strictParser = parser.configure({ strict: true });

/** Parses a program, around syntax errors where possible. */
export function readTree(text: string): ParsedTree {
  if (text.length > longestProgram) return { root: null, problem: `is longer than ${longestProgram} characters` };
  const budget = { left: mostTokens };
  const first = read(text, budget);
  if ("root" in first) return first;
  const source = text.length > longestRewritten ? text : rewriteUnsupportedSyntax(text);
  const second = source === text ? first : read(source, budget);
  if ("root" in second) return second;
  return {
    root: readAroundErrors(source, second.stop, budget),
    problem: `does not parse (from character ${second.stop + 1} on)`,
  };
}

/** Where parsing failed. */
interface Stop {
  readonly stop: number;
}

/** Parses Python strictly; returns nothing if it has a syntax error. */
function read(text: string, budget: { left: number }): ParsedTree | Stop {
  const parse = strictParser.startParse(text);
  try {
    while (budget.left-- > 0) {
      const tree = parse.advance();
      if (tree === null) continue;
      const { root, isDeep } = copyTree(tree);
      return { root, problem: isDeep ? "is nested too deeply" : null };
    }
  } catch {
    return { stop: Math.min(parse.parsedPos, text.length) };
  }
  return { root: null, problem: "is too long to be followed" };
}

/** Parses around errors: without the invalid lines, or up to the first error. */
function readAroundErrors(text: string, stop: number, budget: { left: number }): TreeNode | null {
  let source = text;
  let at = stop;
  for (let turn = 0; turn < mostBrokenLines; turn++) {
    const start = source.lastIndexOf("\n", at - 1) + 1;
    const end = source.indexOf("\n", at) === -1 ? source.length : source.indexOf("\n", at);
    source = source.slice(0, start) + " ".repeat(end - start) + source.slice(end);
    const found = read(source, budget);
    if ("root" in found) return found.root;
    at = found.stop;
  }
  at = stop;
  for (let turn = 0; turn < mostBrokenLines; turn++) {
    at = statementBefore(text, at);
    const found = read(text.slice(0, at), budget);
    if ("root" in found) return found.root;
    at = found.stop;
  }
  return null;
}

/** The start of the statement that contains a position: the last line that is not indented. */
function statementBefore(text: string, at: number): number {
  let start = text.lastIndexOf("\n", at - 1) + 1;
  while (start > 0 && /[\s)\]}#]/.test(text.charAt(start)))
    start = start === 1 ? 0 : text.lastIndexOf("\n", start - 2) + 1;
  return start;
}

/** Python syntax that the grammar lacks, with a replacement of the same length. */
const unsupportedSyntax: readonly (readonly [RegExp, (found: string, ...groups: string[]) => string])[] = [
  // with (a as b, c as d):
  [
    /^([ \t]*(?:async[ \t]+)?with[ \t]*)\(([^#:]{0,400})\)([ \t]*:)/gm,
    (all, head = "", items = "", tail = "") =>
      items.includes(" as ") ? `${head} ${items.replaceAll(/[\r\n]/g, " ").replace(/,(\s*)$/, " $1")} ${tail}` : all,
  ],
  // with a as (b, c):  with a as b.c:
  [/\bas[ \t]+(?:\([\w, \t]{0,100}\)|\w{1,100}[.[][\w.[\]]{0,100})(?=[ \t]*[:,])/g, (all) => " ".repeat(all.length)],
  // (yield)  x = yield
  [/\byield(?=[ \t]*(?:[)\];#\r\n]|$))/g, () => "_____"],
  // case A():  case A() | B() as c:
  [
    /^([ \t]*case[ \t]+)(.{0,400}?)(?=[ \t]if\b|:(?:[ \t]|$))/gm,
    (_, head = "", pattern = "") =>
      head + pattern.replaceAll(/[\w.]{1,100}\([ \t]*\)/g, (found) => `"${" ".repeat(found.length - 2)}"`),
  ],
  // a[*b]  def f(*args: *Ts)
  [/(?<=[\w\])]\[|\*\w{1,100}:[ \t]?)\*(?=\w)/g, () => " "],
  // 1.
  [/(?<![\w.])(\d{1,100})\.(?![\w.])/g, (_, digits) => `${digits} `],
];

/** Replaces syntax that the grammar lacks; all positions stay the same. */
function rewriteUnsupportedSyntax(text: string): string {
  let source = text;
  for (const [gap, instead] of unsupportedSyntax) source = source.replace(gap, instead);
  return source;
}

/** The source text of a node. Python compares names in a normal form: `ｏｓ` is `os`. */
export function sourceOf(node: TreeNode | undefined, context: Source): string {
  const source = textOf(node, context);
  return node?.name === "VariableName" || node?.name === "PropertyName" ? source.normalize("NFKC") : source;
}
