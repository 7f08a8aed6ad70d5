import type { Issue, TextRange } from "@helve/core";
import { jsonSyntaxIssue, type SourceText, sourceText } from "@helve/core/internal";
import { pointerParts } from "../json-path.ts";
import { parseTree, rangeIn, repeatsIn, type Stretch, type Tree, valueIn } from "./yaml-tree.ts";

/** A document's text, once it was read: its value and the places in it, or why it has none. */
export type DocumentText =
  | {
      readonly isRead: true;
      readonly value: unknown;
      /** What is wrong with the text, though it has a value: keys that stand twice. */
      readonly issues: readonly Issue[];
      /** Where in the text an issue with a `path` is. */
      rangeOf(issue: Issue): TextRange | undefined;
    }
  | { readonly isRead: false; readonly issues: readonly Issue[] };

/** The longest text that is read, in UTF-16 units. */
const longest = 16 * 1024 * 1024;

/** Reads text as JSON when it starts with `{` or `[`, as YAML 1.2 otherwise. */
export function readText(text: string): DocumentText {
  if (text.length > longest) {
    const message = `the document is too long: at most ${longest} characters are read (got ${text.length})`;
    return unread([{ code: "size", message, path: "" }]);
  }
  return /^\s*[{[]/.test(text) ? readJson(text) : readYaml(text);
}

function readJson(given: string): DocumentText {
  // What stands in place of the mark keeps all other places.
  const text = given.replace(/^\uFEFF/, " ");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return unread([jsonSyntaxIssue(text) ?? { code: "json", message: `not JSON: ${error}`, path: "" }]);
  }
  // JSON.parse says nothing of places and of keys that stand twice. The tree does, but is slow: it waits for an issue.
  let tree: Tree | undefined;
  const treeOnce = (): Tree => {
    tree ??= parseTree(text);
    return tree;
  };
  return read(text, value, keysIn(text) === keysOf(value) ? undefined : treeOnce(), treeOnce);
}

function readYaml(text: string): DocumentText {
  const tree = parseTree(text);
  const source = sourceText(text);
  if (tree.faults.length > 0) return unread(tree.faults.map((fault) => placed(fault, source)));
  const { value, issues } = valueIn(tree);
  if (issues.length === 0) return read(text, value, tree, () => tree);
  return unread(issues.map((issue) => withRange(issue, stretchOf(issue, tree), source)));
}

/** @param withRepeats - the tree, when there may be keys in it that stand twice */
function read(text: string, value: unknown, withRepeats: Tree | undefined, tree: () => Tree): DocumentText {
  let source: SourceText | undefined;
  const sourceOnce = (): SourceText => {
    source ??= sourceText(text);
    return source;
  };
  return {
    isRead: true,
    value,
    issues: withRepeats === undefined ? [] : repeatsIn(withRepeats).map((fault) => placed(fault, sourceOnce())),
    rangeOf: (issue) => withRange(issue, stretchOf(issue, tree()), sourceOnce()).range,
  };
}

function unread(issues: readonly Issue[]): DocumentText {
  return { isRead: false, issues };
}

/** An issue that knows its offsets, with its lines and columns. */
function placed({ stretch, ...issue }: Issue & { readonly stretch: Stretch }, source: SourceText): Issue {
  return withRange(issue, stretch, source);
}

function withRange(issue: Issue, stretch: Stretch | undefined, source: SourceText): Issue {
  return stretch === undefined ? issue : { ...issue, range: source.range(...stretch) };
}

/** Issues of a field as such stand at its name, all others at the value. */
function stretchOf({ code, path }: Issue, tree: Tree): Stretch | undefined {
  if (path === undefined) return undefined;
  return rangeIn(tree, pointerParts(path), code === "unknown_field" || code === "newer_field" ? "key" : "value");
}

/** How many keys a JSON text has, each one counted that stands twice: the strings that a colon follows. */
function keysIn(json: string): number {
  let count = 0;
  for (let start = json.indexOf('"'); start !== -1; ) {
    let next = endOfString(json, start) + 1;
    while (json.charCodeAt(next) <= space) next++;
    if (json.charCodeAt(next) === colon) count++;
    start = json.indexOf('"', next);
  }
  return count;
}

const space = 32;
const colon = 58;
const backslash = 92;

/** Where the string ends that begins at `start`. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); ; end = json.indexOf('"', end + 1)) {
    let escapes = end;
    while (json.charCodeAt(escapes - 1) === backslash) escapes--;
    if (end === -1 || (end - escapes) % 2 === 0) return end;
  }
}

/** How many keys there are in a JSON value. */
function keysOf(value: unknown): number {
  let count = 0;
  const waiting = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== "object" || next === null) continue;
    const members: readonly unknown[] = Object.values(next);
    if (!Array.isArray(next)) count += members.length;
    for (const member of members) waiting.push(member);
  }
  return count;
}
