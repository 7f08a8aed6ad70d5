/** Finds what can be written at an offset of a JSON or YAML text: the name of a member, or a value. */
import { type DocumentNode, nodeAtPath } from "@helve/opentool/document-tree";
import { getLocation } from "jsonc-parser";
import { readDocumentTree } from "./document-tree.ts";

/** The kind of text that can be inserted at an offset. */
export interface CompletionPlace {
  readonly kind: "name" | "value";
  /** The path of the object that gets the member, or of the value. */
  readonly path: readonly (string | number)[];
  /** The range to replace, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** The names that the object already has elsewhere. */
  readonly present: readonly string[];
  /** Whether a colon follows the name. */
  readonly hasColon: boolean;
  /** Whether texts need quotes. */
  readonly quotes: boolean;
}

/** Finds the kind of text that can be inserted at an offset; `undefined` in a comment. */
export function completionPlace(text: string, offset: number, format: "json" | "yaml"): CompletionPlace | undefined {
  return format === "json" ? inJson(text, offset) : inYaml(text, offset);
}

/** Finds the completion place in a JSON text. */
function inJson(text: string, offset: number): CompletionPlace | undefined {
  const { path, isAtPropertyKey, previousNode } = getLocation(text, offset);
  const word = /[\w$-]*$/.exec(text.slice(0, offset))?.[0] ?? "";
  const isInside =
    previousNode !== undefined &&
    ["string", "property", "number", "boolean", "null"].includes(previousNode.type) &&
    previousNode.offset < offset &&
    offset <= previousNode.offset + previousNode.length;
  const start = isInside ? previousNode.offset : offset - word.length;
  const end = isInside ? previousNode.offset + previousNode.length : offset;
  const place = { start, end, hasColon: /^\s*:/.test(text.slice(end)), quotes: true };
  if (!isAtPropertyKey) return { kind: "value", path, present: [], ...place };
  const object = path.slice(0, -1);
  const members = nodeAtPath(readDocumentTree(text, "json"), object)?.members ?? [];
  const present = members.filter((member) => !(isInside && member.start === start)).map(({ name }) => name);
  return { kind: "name", path: object, present, ...place };
}

const placeholder = "helve-placeholder";

/** Finds the completion place in YAML, by parsing the text with a placeholder. */
function inYaml(text: string, offset: number): CompletionPlace | undefined {
  const lineStart = Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
  const before = text.slice(lineStart, offset);
  const after = /^[^\r\n]*/.exec(text.slice(offset))?.[0] ?? "";
  const name = /^(\s*(?:- +)*)([\w$.-]*)$/.exec(before);
  if (name !== null) {
    const [, indentation = "", typed = ""] = name;
    const [rest = ""] = /^[\w$.-]*/.exec(after) ?? [];
    const [start, end] = [offset - typed.length, offset + rest.length];
    const hasColon = text.charAt(end) === ":";
    const written = text.slice(0, start) + placeholder + (hasColon ? "" : ": ") + text.slice(end);
    const tree = readDocumentTree(written, "yaml");
    const path = pathOf(tree, []);
    if (path === undefined) return undefined;
    const item = path.slice(0, -1);
    const present = (nodeAtPath(tree, item)?.members ?? []).map((member) => member.name);
    const place = { start, end, present, hasColon, quotes: false };
    // An item of a list may also be a value.
    const isItem = indentation.endsWith("- ") && typeof item.at(-1) === "number";
    return { kind: isItem && isScalarList(text, item) ? "value" : "name", path: item, ...place };
  }
  const value = /^(\s*(?:- +)*["']?[^\s:#][^:#]*:[ \t]+)["']?[^#"']*$/.exec(before);
  if (value === null) return undefined;
  const start = lineStart + (value[1] ?? "").length;
  const [rest = ""] = /^[^#\s]*/.exec(after) ?? [];
  const end = offset + rest.length;
  const path = pathOf(readDocumentTree(`${text.slice(0, start)}${placeholder}${text.slice(end)}`, "yaml"), []);
  return path && { kind: "value", path, start, end, present: [], hasColon: false, quotes: false };
}

/** Whether the other items of the list at a path are no objects. */
function isScalarList(text: string, path: readonly (string | number)[]): boolean {
  const list = nodeAtPath(readDocumentTree(text, "yaml"), path.slice(0, -1));
  return list?.items.some(({ type, value }) => type === "scalar" && typeof value === "string") === true;
}

/** The path of the placeholder. */
function pathOf(
  node: DocumentNode | undefined,
  path: readonly (string | number)[],
): readonly (string | number)[] | undefined {
  if (node === undefined) return undefined;
  if (node.value === placeholder) return path;
  for (const { name, value } of node.members) {
    if (name === placeholder) return [...path, name];
    const found = pathOf(value, [...path, name]);
    if (found !== undefined) return found;
  }
  for (const [index, item] of node.items.entries()) {
    const found = pathOf(item, [...path, index]);
    if (found !== undefined) return found;
  }
  return undefined;
}
