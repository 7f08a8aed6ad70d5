// Helpers for the syntax trees of lezer.
import type { SyntaxNode } from "@lezer/common";

/** The text of a node. */
export function textOfNode(node: SyntaxNode | null | undefined, code: string): string {
  return node ? code.slice(node.from, node.to) : "";
}

/** The children of a node that are not punctuation, keywords or types. `this`, `super` and `null` are included. */
export function partsOf(node: SyntaxNode | null | undefined): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let child = node?.firstChild ?? null; child; child = child.nextSibling) if (isPart(child)) found.push(child);
  return found;
}

function isPart({ name }: SyntaxNode): boolean {
  return (/^[A-Z]/.test(name) && !ignored.test(name)) || keywordValues.has(name);
}

/** Keywords that are values. */
const keywordValues: ReadonlySet<string> = new Set(["this", "super", "null"]);

/** Nodes without effects. */
const ignored =
  /^(Equals|Arrow|Optional|Star|Spread|Interpolation\w+|LineComment|BlockComment|Type[A-Z]\w*|\w+Type|InterfaceDeclaration|Label\w*)$/;

/** The operands of an operator. */
export function operandsOf(node: SyntaxNode): readonly SyntaxNode[] {
  return partsOf(node).filter(({ name }) => !/(Op|Modifier)$/.test(name));
}

/** Whether a child is a keyword or symbol such as `await` or `...`. */
export function hasToken(node: SyntaxNode, name: string): boolean {
  return node.getChild(name) !== null;
}

const escapes: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
  ["b", "\b"],
  ["0", "\0"],
]);

/** The text that a string literal or a part of a template stands for, without its quotes. */
export function unescapeText(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replaceAll(
    /\\(?:(x[\da-f]{2}|u[\da-f]{4}|u\{[\da-f]{1,6}\})|(\r?\n)|(.))/gi,
    (_, code?: string, newline?: string, other = "") => {
      if (code === undefined) return newline === undefined ? (escapes.get(other) ?? other) : "";
      const point = Number.parseInt(code.replace(/^.\{?/, ""), 16);
      return point > 0x10ffff ? "" : String.fromCodePoint(point);
    },
  );
}
