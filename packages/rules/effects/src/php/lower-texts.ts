/** Lowers PHP strings, heredocs and backquoted commands with the variables inside them. */
import { type TreeNode, textOf } from "../copied-tree.ts";
import type { Expression, Span } from "../engine/ir.ts";
import { itemNode, unreadNode } from "../engine/nodes.ts";
import { partsOf, type Source } from "./lower.ts";
import { lowerExpression, variableNamed } from "./lower-expressions.ts";
import { parseProgram } from "./parse-program.ts";

/** The value of a number: `0755`, `0x1f`, `1_000`. */
export function numberOf(source: string): number {
  const digits = source.replaceAll("_", "");
  return Number(/^0\d+$/.test(digits) ? `0o${digits.slice(1)}` : digits);
}

/** Lowers a text in quotes, in backquotes or in a heredoc. */
export function lowerText(node: TreeNode, source: Source): Expression {
  const [head = "", , heredocQuote, quote] =
    /^(<<<[ \t]*(["']?)\w+\2\r?\n|b?(["'`]))/i.exec(textOf(node, source)) ?? [];
  const isHeredoc = head.startsWith("<<<");
  const [tail = "", indent = ""] = isHeredoc ? (/\n([ \t]*)\w+$/.exec(textOf(node, source)) ?? []) : [head.slice(-1)];
  const start = node.start + head.length;
  const end = Math.max(start, node.end - tail.length);
  const inside = { node, start, end, quote: quote ?? "", indent: indent.length };
  if ((quote ?? heredocQuote) === "'") {
    const text = source.text.slice(start, inside.end);
    return textAt(isHeredoc ? text : text.replaceAll(/\\([\\'])/g, "$1"), inside, source);
  }
  return quote === '"' ? lowerPieces(inside, source) : reparsed(inside, source);
}

/** A part of a node that is a text. */
interface Inside {
  readonly node: TreeNode;
  readonly start: number;
  readonly end: number;
  /** The quote that is escaped in it. */
  readonly quote: string;
  /** The indentation of a heredoc, which is removed from its lines. */
  readonly indent: number;
}

/** Stands for a double quote that is part of a text, so that the text can be parsed in double quotes. */
const maskedQuote = "\uFDD1";

/** Lowers a text that the parser did not interpolate, by parsing it again. */
function reparsed({ node, start, end, quote, indent }: Inside, source: Source): Expression {
  const inner = source.text
    .slice(start, end)
    .replaceAll(/\{\$[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|"/g, (found) => (found === '"' ? maskedQuote : found));
  const text = `"${inner}";`;
  const { root, problem } = parseProgram(text, "Program");
  const [string] = partsOf(root?.children[0]);
  if (problem !== null || string?.name !== "String" || string.end !== text.length - 1)
    return unreadNode("a text with variables can't be read", [], source.place(node));
  const place = (span: Span): Span => source.place({ start: span.start + start - 1, end: span.end + start - 1 });
  const inside = { node: string, start: 1, end: string.end - 1, quote, indent };
  return { ...lowerPieces(inside, { ...source, text, place }), ...source.place(node) };
}

/** Lowers a text and the variables inside it. */
function lowerPieces(inside: Inside, source: Source): Expression {
  const { node, start, end, quote } = inside;
  const parts: (string | Expression)[] = [];
  let from = start;
  for (const child of [...node.children, { name: "", start: end, end, children: [] }]) {
    const plain = source.text.slice(from, child.start);
    if (plain !== "") parts.push(quote === "`" ? plain.replaceAll("\\`", "`") : plain);
    from = child.end;
    if (child.name === "EscapeSequence") parts.push(unescapeSequence(textOf(child, source), quote));
    else if (child.name !== "") parts.push(lowerInserted(child, source));
  }
  if (parts.every((part) => typeof part === "string")) return textAt(parts.join(""), inside, source);
  const cleaned = parts.map((part, at) => (typeof part === "string" ? clean(part, inside.indent, at === 0) : part));
  return { kind: "template", parts: cleaned, ...source.place(node) };
}

/** Letters of escapes after the backslash, and the characters that they stand for, in the same order. */
const escapes = { letters: "nrtvef\\$", characters: "\n\r\t\v\x1b\f\\$" };

/** Returns the character that an escape such as `\n` or `\x41` stands for. */
function unescapeSequence(sequence: string, quote: string): string {
  const [, octal, hex = ""] = /^\\(?:([0-7]{1,3})|(?:x|u\{)([\da-f]+)\}?)$/i.exec(sequence) ?? [];
  const char = sequence.slice(1);
  if (octal === undefined && hex === "")
    return char === quote ? char : (escapes.characters[escapes.letters.indexOf(char)] ?? sequence);
  const code = octal === undefined ? Number.parseInt(hex, 16) : Number.parseInt(octal, 8) & 0xff;
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : "?";
}

/** Lowers an interpolated part of a text: `$a`, `$a[key]`, `$a->b`, `{$a['b']}`, `${a}`. */
function lowerInserted(node: TreeNode, source: Source): Expression {
  const [first, second] = partsOf(node);
  if (first === undefined || (node.name !== "Interpolation" && second?.name !== "Name"))
    return lowerExpression(node, source);
  const text = textOf(second ?? first, source);
  const name: Expression = { kind: "text", text, at: null, ...source.place(node) };
  if (node.name === "SubscriptExpression") return itemNode(lowerInserted(first, source), name, source.place(node));
  if (node.name === "MemberExpression" || node.children[0]?.name === "{")
    return lowerExpression(node.name === "Interpolation" ? first : node, source);
  return variableNamed(first.name === "Name" ? name : lowerExpression(first, source), node, source);
}

/** Removes the indentation of a heredoc. */
function clean(text: string, indent: number, isFirst: boolean): string {
  const inner = text.replaceAll(maskedQuote, '"');
  if (indent === 0) return inner;
  const lines = inner.replaceAll(new RegExp(`\\n[ \\t]{1,${indent}}`, "g"), "\n");
  return isFirst ? lines.replace(new RegExp(`^[ \\t]{1,${indent}}`), "") : lines;
}

/** Creates a text node, with its position if the source contains the text literally. */
function textAt(written: string, { node, start, end, indent }: Inside, source: Source): Expression {
  const text = clean(written, indent, true);
  const place = source.place({ start, end: start + text.length });
  const isPlain = indent === 0 && written === source.text.slice(start, end) && place.end - place.start === text.length;
  return { kind: "text", text, at: isPlain ? place.start : null, ...source.place(node) };
}
