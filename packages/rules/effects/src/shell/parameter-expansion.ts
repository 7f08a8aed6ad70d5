/** Computes changes of a variable's text: `${x%.md}`, `${x,,}`, `${x:0:2}`, `${x/a/b}`. */
import type { ParameterOperation } from "unbash";
import type { Value } from "../word-value.ts";

/** A change of a variable's text in `${…}`: `${x%.md}` removes, `${x,,}` changes case, `${x:0:2}` slices, `${x/a/b}` replaces. */
export type Transform =
  | { readonly kind: "remove"; readonly operator: "#" | "##" | "%" | "%%"; readonly pattern: string }
  | { readonly kind: "case"; readonly operator: "^" | "^^" | "," | ",," }
  | { readonly kind: "slice"; readonly offset: number; readonly length: number | undefined }
  | { readonly kind: "replace"; readonly all: boolean; readonly pattern: string; readonly replacement: string };

/** Matches a pattern of literal characters with at most one `*`. */
const plainPattern = /^[\w./:@%+=, -]*\*?[\w./:@%+=, -]*$/;
const plainText = /^[\w./:@+=, -]*$/;

/** The result for a longer text is unknown. */
const maxTextLength = 1024;

/** Converts the operation of the parser; `undefined` if it is not supported, such as a pattern with `?`. */
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

/** Computes the changed value: `a.md` with `%.md` is `a`; `null` if it is unknown. */
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

/** Applies `^` and `,` to the first letter, `^^` and `,,` to all letters. */
function changeCase(text: string, operator: (Transform & { kind: "case" })["operator"]): string {
  const change = (each: string): string => (operator.startsWith("^") ? each.toUpperCase() : each.toLowerCase());
  return operator.length === 2 ? change(text) : change(text.slice(0, 1)) + text.slice(1);
}

/** Removes the beginning (`#`) or the end (`%`) of a text that matches a pattern: the shortest match, or the longest (`##`, `%%`). */
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

/** The glob for file names without some beginning or end: any names, in the same directory (`%`) or in an unknown one (`#`). */
function removePatternFromGlob({ text }: Value, operator: string): Value | null {
  const directory = text.slice(0, text.lastIndexOf("/") + 1);
  if (directory.includes("**") || directory.includes(".."))
    return { text: `${directory}*`, glob: true, hidden: true, partial: true };
  return operator.startsWith("#")
    ? { text: "*", glob: true, partial: true }
    : { text: `${directory}*`, glob: true, hidden: true, partial: true };
}
