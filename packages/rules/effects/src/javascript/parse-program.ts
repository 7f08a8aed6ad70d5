/** Parses a JavaScript program, in bounded time even if it is invalid. */
import type { Parser, Tree } from "@lezer/common";
import { parser } from "@lezer/javascript";
import { copyTree } from "../copied-tree.ts";
import type { SyntaxTreeResult } from "../syntax-tree.ts";

/** The tree of a program; `problem` says why it is incomplete. */
export interface ParsedProgram {
  readonly tree: Tree | null;
  readonly problem: string | null;
}

/** With JSX, `<T>x` is no cast, so programs are read without it, too. The strict parsers stop at the first error. */
const strictParsers: readonly Parser[] = ["ts jsx", "ts"].map((dialect) => parser.configure({ dialect, strict: true }));
const tolerantParser = parser.configure({ dialect: "ts jsx" });

const longestProgram = 100_000;
/** About one step per token. */
const mostTokens = 30_000;
/** Longer programs are not parsed around an error: it takes up to a hundred times as long. */
const longestTolerated = 3000;

/** Parses a program. When it is invalid, it is read around the error if it is short, or up to the statement before the error. */
export function parseProgram(code: string): ParsedProgram {
  if (code.length > longestProgram) return { tree: null, problem: `is longer than ${longestProgram} characters` };
  let stop = 0;
  for (const strict of strictParsers) {
    const parsed = parse(strict, code);
    if (typeof parsed !== "number") return { tree: parsed, problem: null };
    stop = Math.max(stop, parsed);
  }
  const problem = "has a syntax error";
  if (code.length <= longestTolerated) return { tree: tolerantParser.parse(code), problem };
  const before = code.lastIndexOf("\n", stop - 1) + 1;
  const [first] = strictParsers;
  const start = first === undefined ? 0 : parse(first, code.slice(0, before));
  return { tree: typeof start === "number" ? null : start, problem };
}

/** The tree of a program, or where parsing stops. */
function parse(strict: Parser, code: string): Tree | number {
  let text = code;
  let steps = 0;
  while (true) {
    const partial = strict.startParse(text);
    try {
      for (; steps < mostTokens; steps++) {
        const tree = partial.advance();
        if (tree !== null) return tree;
      }
    } catch {
      // A syntax error.
    }
    const repaired = steps < mostTokens ? withoutExport(text, partial.parsedPos) : undefined;
    if (repaired === undefined) return partial.parsedPos;
    text = repaired;
  }
}

/** Replaces the `export` in `@Decorator() export class A {}` by spaces, because the parser does not know it there. */
function withoutExport(code: string, at: number): string | undefined {
  const word = /export\s+(?:default\s+)?(?=(?:abstract\s+)?class\b)/y;
  word.lastIndex = at;
  const [found] = word.exec(code) ?? [];
  return found === undefined ? undefined : code.slice(0, at) + " ".repeat(found.length) + code.slice(at + found.length);
}

/**
 * Parses a JavaScript or TypeScript program to the tree that `javascript.read` evaluates, to show it to a person.
 *
 * @example
 * javascriptTree("f()").tree?.children[0]?.name; // "ExpressionStatement"
 */
export function javascriptTree(program: string): SyntaxTreeResult {
  const { tree, problem } = parseProgram(program);
  return {
    tree: tree === null ? null : copyTree(tree).root,
    problem: problem === null ? undefined : `the program ${problem}`,
  };
}
