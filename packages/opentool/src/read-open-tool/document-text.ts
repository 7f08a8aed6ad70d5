import type { Issue, TextRange } from "@helve/core";
import { jsonSyntaxIssue, type SourceText, sourceText } from "@helve/core/internal";
import { pointerSegments } from "../json-path.ts";
import { duplicateKeyIssues, type Offsets, offsetsAt, parseYamlTree, treeValue, type YamlTree } from "./yaml-tree.ts";

/** A parsed text: its value and the text ranges of its parts, or the reason why it has no value. */
export type DocumentText =
  | {
      readonly isRead: true;
      readonly value: unknown;
      /** Issues of a text that still has a value: duplicate keys. */
      readonly issues: readonly Issue[];
      /** Where in the text an issue with a `path` is. */
      rangeOf(issue: Issue): TextRange | undefined;
    }
  | { readonly isRead: false; readonly issues: readonly Issue[] };

/** The maximum text length, in UTF-16 units. */
const maxTextLength = 16 * 1024 * 1024;

/** Reads text as JSON when it starts with `{` or `[`, as YAML 1.2 otherwise. */
export function parseText(text: string): DocumentText {
  if (text.length > maxTextLength) {
    const message = `the document is too long: at most ${maxTextLength} characters are read (got ${text.length})`;
    return unreadable([{ code: "size", message, path: "" }]);
  }
  return /^\s*[{[]/.test(text) ? readJson(text) : readYaml(text);
}

function readJson(given: string): DocumentText {
  // A space in place of the byte order mark keeps all offsets.
  const text = given.replace(/^\uFEFF/, " ");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return unreadable([jsonSyntaxIssue(text) ?? { code: "json", message: `not JSON: ${error}`, path: "" }]);
  }
  // JSON.parse reports no offsets and no duplicate keys. The slower tree does, so it is built only if there is an issue.
  let tree: YamlTree | undefined;
  const treeOnce = (): YamlTree => {
    tree ??= parseYamlTree(text);
    return tree;
  };
  return readable(text, value, countKeysInText(text) === countKeys(value) ? undefined : treeOnce(), treeOnce);
}

function readYaml(text: string): DocumentText {
  const tree = parseYamlTree(text);
  const source = sourceText(text);
  if (tree.issues.length > 0) return unreadable(tree.issues.map((issue) => withTextRange(issue, source)));
  const { value, issues } = treeValue(tree);
  if (issues.length === 0) return readable(text, value, tree, () => tree);
  return unreadable(issues.map((issue) => withRange(issue, issueOffsets(issue, tree), source)));
}

/** @param withRepeats - the tree, if the text may have duplicate keys */
function readable(text: string, value: unknown, withRepeats: YamlTree | undefined, tree: () => YamlTree): DocumentText {
  let source: SourceText | undefined;
  const sourceOnce = (): SourceText => {
    source ??= sourceText(text);
    return source;
  };
  return {
    isRead: true,
    value,
    issues:
      withRepeats === undefined
        ? []
        : duplicateKeyIssues(withRepeats).map((issue) => withTextRange(issue, sourceOnce())),
    rangeOf: (issue) => withRange(issue, issueOffsets(issue, tree()), sourceOnce()).range,
  };
}

function unreadable(issues: readonly Issue[]): DocumentText {
  return { isRead: false, issues };
}

/** An issue that knows its offsets, with its lines and columns. */
function withTextRange({ offsets, ...issue }: Issue & { readonly offsets: Offsets }, source: SourceText): Issue {
  return withRange(issue, offsets, source);
}

function withRange(issue: Issue, offsets: Offsets | undefined, source: SourceText): Issue {
  return offsets === undefined ? issue : { ...issue, range: source.range(...offsets) };
}

/** The offsets of an issue: the key for issues about the field itself, the value for all others. */
function issueOffsets({ code, path }: Issue, tree: YamlTree): Offsets | undefined {
  if (path === undefined) return undefined;
  return offsetsAt(tree, pointerSegments(path), code === "unknown_field" || code === "newer_field" ? "key" : "value");
}

/** The number of keys in a JSON text, duplicates included: the strings that a colon follows. */
function countKeysInText(json: string): number {
  let count = 0;
  for (let start = json.indexOf('"'); start !== -1; ) {
    let next = stringEnd(json, start) + 1;
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
function stringEnd(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); ; end = json.indexOf('"', end + 1)) {
    let escapes = end;
    while (json.charCodeAt(escapes - 1) === backslash) escapes--;
    if (end === -1 || (end - escapes) % 2 === 0) return end;
  }
}

/** How many keys there are in a JSON value. */
function countKeys(value: unknown): number {
  let count = 0;
  const pending = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next !== "object" || next === null) continue;
    const members: readonly unknown[] = Object.values(next);
    if (!Array.isArray(next)) count += members.length;
    for (const member of members) pending.push(member);
  }
  return count;
}
