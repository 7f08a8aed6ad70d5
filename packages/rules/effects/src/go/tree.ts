/** Parses Go text to a light copy of the parser's tree, around syntax errors where possible. */
import { parser } from "@lezer/go";
import { copyTree, parseWithin, type TreeNode } from "../copied-tree.ts";

/** The tree of a program, and why it is incomplete. */
export interface ParsedTree {
  readonly root: TreeNode | null;
  readonly problem: string | null;
}

const longestProgram = 100_000;
/** About one step per token. */
const mostTokens = 10_000;
/** The steps of a parser that recovers from errors. */
const mostRecoveredTokens = 1000;

/** The strict parser stops at the first error: error recovery takes up to a hundred times as long. */
const strictParser = parser.configure({ strict: true });

/** Parses a program. When it is invalid, parses around the errors, or what precedes them, and reports the problem. */
export function readTree(text: string): ParsedTree {
  if (text.length > longestProgram) return { root: null, problem: `is longer than ${longestProgram} characters` };
  const source = withoutUnsupportedSyntax(text);
  const found = parseWithin(mostTokens, strictParser, source);
  if (found === null) return { root: null, problem: "is too long to be followed" };
  if (typeof found !== "number") {
    const { root, isDeep } = copyTree(found);
    return { root: withOperands(root), problem: isDeep ? "is nested too deeply" : null };
  }
  const tree =
    parseWithin(mostRecoveredTokens, parser, source) ??
    parseWithin(mostTokens, strictParser, declarationsBefore(source, found));
  const root = tree === null || typeof tree === "number" ? null : withOperands(copyTree(tree).root);
  return { root, problem: `does not parse (from character ${found + 1} on)` };
}

/**
 * Replaces syntax that the grammar lacks; all positions stay the same, and names and literals are read from the original text. `for range x`
 * becomes `for x`. After `true`, `false` and a comment, the grammar does not see that a statement ends with its line: the constants become
 * numbers, and such comments spaces.
 */
function withoutUnsupportedSyntax(text: string): string {
  return text
    .replaceAll(/\bfor([ \t]+)range(?=[ \t])/g, (_, space: string) => `for${space}     `)
    .replaceAll(/\b(?:true|false)\b/g, (name) => "0x01".padEnd(name.length, "0"))
    .replaceAll(/\/\*[^*\n"'`]{0,400}\*\/(?=[ \t]*\n)/g, (comment) => " ".repeat(comment.length));
}

/** The declarations that end before a position. */
function declarationsBefore(text: string, at: number): string {
  const starts = [...text.slice(0, at).matchAll(/^(?:func|type|var|const)\b/gm)];
  return text.slice(0, starts.at(-1)?.index ?? 0);
}

/** Returns a syntax tree in which operators are nodes with their operands. */
function withOperands(node: TreeNode): TreeNode {
  return withOperand({ ...node, children: node.children.map(withOperands) });
}

/** Nodes that follow an operand: `a[i]`, `a.b`, `a(x)`. */
const suffixes: ReadonlySet<string> = new Set([
  "IndexExpr",
  "SliceExpr",
  "SelectorExpr",
  "CallExpr",
  "TypeAssertion",
  "ParameterizedExpr",
]);

/** Puts `[i]` in `a + b[i]` and `.c` in `*b.c` to the operand before it. The grammar puts it to the whole expression. */
function withOperand(node: TreeNode): TreeNode {
  const [first, ...suffix] = node.children;
  const operand = first?.children.at(-1);
  if (!suffixes.has(node.name) || operand === undefined || (first?.name !== "BinaryExp" && first?.name !== "UnaryExp"))
    return node;
  const inner = withOperand({ ...node, start: operand.start, children: [operand, ...suffix] });
  return { ...first, end: node.end, children: [...first.children.slice(0, -1), inner] };
}

/** The children that are neither keywords nor punctuation nor operators. */
export function partsOf(nodes: readonly TreeNode[]): readonly TreeNode[] {
  return nodes.filter(({ name }) => /^[A-Z]/.test(name) && !name.endsWith("Op"));
}
