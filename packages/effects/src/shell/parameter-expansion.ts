import type { ParameterOperation } from "unbash";
import type { Value } from "./value.ts";

/** A change of what a variable holds that can be worked out: `${x%.md}`, `${x,,}`, `${x:0:2}`, `${x/a/b}`. */
export type Transform =
  | { readonly kind: "remove"; readonly operator: "#" | "##" | "%" | "%%"; readonly pattern: string }
  | { readonly kind: "case"; readonly operator: "^" | "^^" | "," | ",," }
  | { readonly kind: "slice"; readonly offset: number; readonly length: number | undefined }
  | { readonly kind: "replace"; readonly all: boolean; readonly pattern: string; readonly replacement: string };

/** A pattern of plain characters, with one `*` at most. */
const plainPattern = /^[\w./:@%+=, -]*\*?[\w./:@%+=, -]*$/;
const plainText = /^[\w./:@+=, -]*$/;

/** Longer texts are not worked on. */
const maxTextLength = 1024;

/** The change that an operation of the parser makes, when it is one of those. */
export function transformFrom(operation: ParameterOperation): Transform | undefined {
  switch (operation.type) {
    case "Remove": {
      const { text } = operation.operand;
      return plainPattern.test(text) ? { kind: "remove", operator: operation.operator, pattern: text } : undefined;
    }
    case "CaseModification":
      return operation.operand === undefined ? { kind: "case", operator: operation.operator } : undefined;
    case "Slice": {
      const [offset, length] = [operation.offset.text.trim(), operation.length?.text.trim()];
      if (!/^\d+$/.test(offset) || (length !== undefined && !/^\d+$/.test(length))) return;
      return { kind: "slice", offset: Number(offset), length: length === undefined ? undefined : Number(length) };
    }
    case "Replace": {
      const [pattern, replacement] = [operation.pattern.text, operation.replacement.text];
      const isPlain = plainText.test(pattern) && plainText.test(replacement) && pattern !== "";
      if (!isPlain || (operation.operator !== "/" && operation.operator !== "//")) return;
      return { kind: "replace", all: operation.operator === "//", pattern, replacement };
    }
    default:
      return;
  }
}

/** A value after a change; `null` when it can't be worked out. */
export function applyTransform(value: Value, transform: Transform): Value | null {
  if (value.home === true || value.text.length > maxTextLength) return null;
  if (value.glob) return transform.kind === "remove" ? removePatternFromGlob(value, transform.operator) : null;
  const { text } = value;
  switch (transform.kind) {
    case "remove":
      return { text: removePattern(text, transform.operator, transform.pattern), glob: false };
    case "case":
      return { text: changeCase(text, transform.operator), glob: false };
    case "slice": {
      const end = transform.length === undefined ? undefined : transform.offset + transform.length;
      return { text: text.slice(transform.offset, end), glob: false };
    }
    case "replace": {
      const { pattern, replacement } = transform;
      const changed = transform.all
        ? text.replaceAll(pattern, () => replacement)
        : text.replace(pattern, () => replacement);
      return { text: changed, glob: false };
    }
  }
}

function changeCase(text: string, operator: (Transform & { kind: "case" })["operator"]): string {
  const change = (each: string): string => (operator.startsWith("^") ? each.toUpperCase() : each.toLowerCase());
  return operator.length === 2 ? change(text) : change(text.slice(0, 1)) + text.slice(1);
}

/** A text without a beginning (`#`) or an end (`%`) that fits a pattern; doubled, the longest one. */
function removePattern(text: string, operator: string, pattern: string): string {
  const star = pattern.indexOf("*");
  const [first, last] = star === -1 ? [pattern, ""] : [pattern.slice(0, star), pattern.slice(star + 1)];
  const longest = operator.length === 2;
  if (operator.startsWith("#")) {
    if (!text.startsWith(first)) return text;
    if (star === -1) return text.slice(first.length);
    if (last === "" && longest) return "";
    const at = longest ? text.lastIndexOf(last) : text.indexOf(last, first.length);
    return at < first.length ? text : text.slice(at + last.length);
  }
  if (!text.endsWith(last)) return text;
  if (star === -1) return text.endsWith(first) ? text.slice(0, text.length - first.length) : text;
  const end = text.length - last.length;
  const at = longest ? text.indexOf(first) : text.lastIndexOf(first, end - first.length);
  return at === -1 || at + first.length > end ? text : text.slice(0, at);
}

/** Names of files without some beginning or end: other names, in the same directory or in none. */
function removePatternFromGlob({ text }: Value, operator: string): Value | null {
  const directory = text.slice(0, text.lastIndexOf("/") + 1);
  if (directory.includes("**") || directory.includes(".."))
    return { text: `${directory}*`, glob: true, hidden: true, partial: true };
  return operator.startsWith("#")
    ? { text: "*", glob: true, partial: true }
    : { text: `${directory}*`, glob: true, hidden: true, partial: true };
}
