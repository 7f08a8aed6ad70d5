// Parses Go text to a light copy of the parser's tree, around syntax errors where possible.

import type { SyntaxNode } from "@lezer/common";
import { parser } from "@lezer/go";
import { parseWithin } from "../copied-tree.ts";
import type { Span } from "../engine/ir.ts";

/** A node of the parser's tree, with the names of its grammar; comments are left out. */
export interface TreeNode {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly children: readonly TreeNode[];
}

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
const deepestTree = 200;

/** The strict parser stops at the first error: error recovery takes up to a hundred times as long. */
const strictParser = parser.configure({ strict: true });

/** Parses a program. When it is invalid, parses around the errors, or what precedes them, and reports the problem. */
export function readTree(text: string): ParsedTree {
  if (text.length > longestProgram) return { root: null, problem: `is longer than ${longestProgram} characters` };
  const source = withoutUnsupportedSyntax(text);
  const found = parseWithin(mostTokens, strictParser, source);
  if (found === null) return { root: null, problem: "is too long to be followed" };
  if (typeof found !== "number") return { root: copyNode(found.topNode, 0), problem: null };
  const tree =
    parseWithin(mostRecoveredTokens, parser, source) ??
    parseWithin(mostTokens, strictParser, declarationsBefore(source, found));
  const root = tree === null || typeof tree === "number" ? null : copyNode(tree.topNode, 0);
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

function copyNode(node: SyntaxNode, depth: number): TreeNode {
  const children: TreeNode[] = [];
  if (depth >= deepestTree && node.firstChild !== null)
    return { name: "TooDeep", start: node.from, end: node.to, children };
  for (let child = node.firstChild; child !== null; child = child.nextSibling)
    if (!child.name.endsWith("Comment")) children.push(copyNode(child, depth + 1));
  return withOperand({ name: node.name, start: node.from, end: node.to, children });
}

/** What follows an operand: `a[i]`, `a.b`, `a(x)`. */
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

/** The program text, and the function that converts its positions to those of the program that contains it. */
export interface SourceContext {
  readonly text: string;
  readonly place: (span: Span) => Span;
}

/** The source text of a node. */
export function sourceOf(node: TreeNode | undefined, { text }: SourceContext): string {
  return node === undefined ? "" : text.slice(node.start, node.end);
}

/** The first child with one of the names. */
export function childNamed(node: TreeNode | undefined, ...names: readonly string[]): TreeNode | undefined {
  return node?.children.find((child) => names.includes(child.name));
}

/** The children that are neither keywords nor punctuation nor operators. */
export function partsOf(nodes: readonly TreeNode[]): readonly TreeNode[] {
  return nodes.filter(({ name }) => /^[A-Z]/.test(name) && !name.endsWith("Op"));
}
