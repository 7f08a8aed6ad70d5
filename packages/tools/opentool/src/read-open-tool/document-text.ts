/** Reads JSON or YAML text, and finds the text range of each issue. */
import type { Issue, TextRange } from "@helve/core";
import { jsonPointer, jsonSyntaxIssue, pointerParts, type SourceText, sourceText } from "@helve/core/internal";
import { type DocumentNode, documentTree, placeAtPath, readYamlTree } from "../document-tree.ts";
import { pathText } from "../json-path.ts";
import { type OffsetIssue, type Offsets, parseYaml, yamlValue } from "../parse-yaml.ts";

/** A parsed text: its value and the text ranges of its parts, or the reason why it has no value. */
export type DocumentText =
  | {
      readonly isRead: true;
      readonly value: unknown;
      /** Issues of a text that still has a value: duplicate keys. */
      readonly issues: readonly Issue[];
      /** Returns the text range of an issue with a `path`. */
      rangeOf(issue: Issue): TextRange | undefined;
    }
  | { readonly isRead: false; readonly issues: readonly Issue[] };

/** The maximum text length, in UTF-16 units. */
const maxTextLength = 16 * 1024 * 1024;

/** Reads text as JSON if it starts with `{` or `[`, and as YAML 1.2 otherwise. Never throws. */
export function readDocumentText(text: string): DocumentText {
  if (text.length > maxTextLength) {
    const message = `the document is too long: at most ${maxTextLength} characters are read (got ${text.length})`;
    return unreadableText([{ code: "size", message, path: "" }]);
  }
  return /^\s*[{[]/.test(text) ? readJson(text) : readYaml(text);
}

/** Reads JSON text. Offsets are computed only if there is an issue. */
function readJson(input: string): DocumentText {
  // A space in place of the byte order mark keeps all offsets.
  const text = input.replace(/^\uFEFF/, " ");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return unreadableText([jsonSyntaxIssue(text) ?? { code: "json", message: `not JSON: ${error}`, path: "" }]);
  }
  // JSON.parse reports no offsets and no duplicate keys. The tree does, but it is slow: it is built only for issues.
  let tree: DocumentNode | undefined;
  const cachedTree = (): DocumentNode | undefined => {
    tree ??= readYamlTree(text);
    return tree;
  };
  return readableText(text, value, countKeysInText(text) === countKeys(value) ? undefined : cachedTree(), cachedTree);
}

/** Reads YAML text. */
function readYaml(text: string): DocumentText {
  const parsed = parseYaml(text);
  const source = sourceText(text);
  if (parsed.issues.length > 0) return unreadableText(parsed.issues.map((issue) => withTextRange(issue, source)));
  const { value, issues } = yamlValue(parsed);
  const tree = parsed.document && documentTree(parsed.document);
  if (issues.length === 0) return readableText(text, value, tree, () => tree);
  return unreadableText(issues.map((issue) => withRange(issue, issueOffsets(issue, tree), source)));
}

/**
 * Creates the result for a text that has a value.
 *
 * @param duplicateKeyTree - the tree of the text if it may have duplicate keys
 * @param tree - creates the tree of the text when an issue needs offsets
 */
function readableText(
  text: string,
  value: unknown,
  duplicateKeyTree: DocumentNode | undefined,
  tree: () => DocumentNode | undefined,
): DocumentText {
  let source: SourceText | undefined;
  const cachedSource = (): SourceText => {
    source ??= sourceText(text);
    return source;
  };
  return {
    isRead: true,
    value,
    issues:
      duplicateKeyTree === undefined
        ? []
        : duplicateKeyIssues(duplicateKeyTree).map((issue) => withTextRange(issue, cachedSource())),
    rangeOf: (issue) => withRange(issue, issueOffsets(issue, tree()), cachedSource()).range,
  };
}

/** Creates the result for a text that has no value. */
function unreadableText(issues: readonly Issue[]): DocumentText {
  return { isRead: false, issues };
}

/** Replaces the offsets of an issue by its text range with lines and columns. */
function withTextRange({ offsets, ...issue }: Issue & { readonly offsets: Offsets }, source: SourceText): Issue {
  return withRange(issue, offsets, source);
}

/** Adds a text range with lines and columns to an issue. */
function withRange(issue: Issue, offsets: Offsets | undefined, source: SourceText): Issue {
  return offsets === undefined ? issue : { ...issue, range: source.range(...offsets) };
}

/** Finds the offsets of an issue: of the key if the issue is about a field's name, else of the value. */
function issueOffsets({ code, path }: Issue, tree: DocumentNode | undefined): Offsets | undefined {
  if (path === undefined) return undefined;
  const part = code === "unknown_field" || code === "newer_field" ? "key" : "value";
  const { start, end } = tree === undefined ? { start: 0, end: 0 } : placeAtPath(tree, pointerParts(path), part);
  return [start, end];
}

/** Finds every duplicate key of an object. */
function duplicateKeyIssues(tree: DocumentNode): readonly OffsetIssue[] {
  const issues: OffsetIssue[] = [];
  const pending: { readonly node: DocumentNode; readonly path: readonly PropertyKey[] }[] = [{ node: tree, path: [] }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node, path } = next;
    for (const [index, item] of node.items.entries()) pending.push({ node: item, path: [...path, index] });
    const seen = new Set<string>();
    for (const { name, start, end, value } of node.members) {
      const keyPath = [...path, name];
      if (seen.has(name)) {
        const message = `${pathText(keyPath)} is a duplicate key: keep one of them`;
        issues.push({ code: "duplicate_key", message, path: jsonPointer(keyPath), offsets: [start, end] });
      }
      seen.add(name);
      if (value !== undefined) pending.push({ node: value, path: keyPath });
    }
  }
  return issues.sort((a, b) => a.offsets[0] - b.offsets[0]);
}

/** Counts the keys in a JSON text, duplicates included: the strings before a colon. */
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

/** Finds the closing quote of the JSON string that starts at an offset. */
function stringEnd(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); ; end = json.indexOf('"', end + 1)) {
    let escapes = end;
    while (json.charCodeAt(escapes - 1) === backslash) escapes--;
    if (end === -1 || (end - escapes) % 2 === 0) return end;
  }
}

/** Counts the keys of all objects in a JSON value. */
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
