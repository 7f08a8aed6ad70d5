// A JSON or YAML text as a tree with offsets, also if it has syntax errors.

import { type Node as JsonNode, parseTree } from "jsonc-parser";
import { isAlias, isMap, isScalar, isSeq, type ParsedNode, parseDocument } from "yaml";

/** A value of a document with its place. Offsets count UTF-16 units; `end` is exclusive. */
export interface DocumentNode {
  readonly type: "object" | "array" | "scalar";
  readonly start: number;
  readonly end: number;
  /** Of a scalar. */
  readonly value?: unknown;
  /** Of an object, in the order of the text; a name may be there twice. */
  readonly members: readonly DocumentMember[];
  /** Of an array. */
  readonly items: readonly DocumentNode[];
}

/** A member of an object. */
interface DocumentMember {
  readonly name: string;
  readonly start: number;
  /** The end of the name. */
  readonly end: number;
  /** Absent if it is missing. */
  readonly value: DocumentNode | undefined;
}

/** Reads a text as far as it can be read; `undefined` if it has no value, or is nested too deeply. */
export function readDocumentTree(text: string, format: "json" | "yaml"): DocumentNode | undefined {
  try {
    if (format === "json") {
      const root = parseTree(text.replace(/^\uFEFF/, " "));
      return root && fromJson(root);
    }
    const document = parseDocument(text, { logLevel: "silent", uniqueKeys: false, prettyErrors: false, merge: false });
    return fromYaml(document.contents);
  } catch {
    // Both parsers call themselves for each level.
    return undefined;
  }
}

/** The member of an object with a name. */
export function memberOf(node: DocumentNode | undefined, name: string): DocumentNode | undefined {
  return node?.members.find((member) => member.name === name)?.value;
}

/** The value at a path. */
export function nodeAtPath(
  node: DocumentNode | undefined,
  path: readonly (string | number)[],
): DocumentNode | undefined {
  return path.reduce<DocumentNode | undefined>(
    (at, part) => (at?.type === "array" ? at.items[Number(part)] : memberOf(at, String(part))),
    node,
  );
}

/** Where an offset is in a document. */
export interface DocumentPlace {
  /** Of the innermost value, or of the member whose name is at the offset. */
  readonly path: readonly (string | number)[];
  readonly node: DocumentNode | undefined;
  /** Whether the offset is at the name of a member, and which. */
  readonly member: DocumentMember | undefined;
  /** The objects and arrays around it, the innermost last. */
  readonly parents: readonly DocumentNode[];
}

/** Finds the innermost value or member name at an offset. */
export function placeAt(tree: DocumentNode | undefined, offset: number): DocumentPlace | undefined {
  const path: (string | number)[] = [];
  const parents: DocumentNode[] = [];
  let node = tree !== undefined && tree.start <= offset && offset <= tree.end ? tree : undefined;
  if (node === undefined) return undefined;
  for (;;) {
    const named = node.members.find(({ start, end }) => start <= offset && offset <= end);
    if (named !== undefined) {
      return { path: [...path, named.name], node: named.value, member: named, parents: [...parents, node] };
    }
    const inside = ({ start, end }: DocumentNode): boolean => start <= offset && offset <= end;
    const member: DocumentMember | undefined = node.members.find(({ value }) => value !== undefined && inside(value));
    const index = node.items.findIndex(inside);
    const next: DocumentNode | undefined = member?.value ?? node.items[index];
    if (next === undefined) return { path, node, member: undefined, parents };
    path.push(member?.name ?? index);
    parents.push(node);
    node = next;
  }
}

function fromJson({ type, offset, length, value, children = [] }: JsonNode): DocumentNode {
  const place = { start: offset, end: offset + length };
  if (type === "array") return { type, ...place, members: [], items: children.map(fromJson) };
  if (type !== "object") return { type: "scalar", ...place, value, members: [], items: [] };
  const members = children.flatMap(({ children: [key, child] = [] }) =>
    key === undefined
      ? []
      : [
          {
            name: String(key.value),
            start: key.offset,
            end: key.offset + key.length,
            value: child && fromJson(child),
          },
        ],
  );
  return { type, ...place, members, items: [] };
}

function fromYaml(node: ParsedNode | null): DocumentNode | undefined {
  if (node === null) return undefined;
  const [start, end] = node.range;
  if (isSeq(node)) {
    const items = node.items.map((item) => fromYaml(item as ParsedNode) ?? scalar(end, end));
    return { type: "array", start, end, members: [], items };
  }
  if (!isMap(node)) return scalar(start, end, isScalar(node) ? node.value : isAlias(node) ? undefined : null);
  const members = node.items.flatMap(({ key, value }): readonly DocumentMember[] => {
    if (!isScalar(key) || key.range === null || key.range === undefined) return [];
    const child = fromYaml(value as ParsedNode | null);
    // An empty value begins where the next line ends; it has no place of its own.
    const isEmpty = child?.type === "scalar" && child.start === child.end;
    return [{ name: String(key.value), start: key.range[0], end: key.range[1], value: isEmpty ? undefined : child }];
  });
  return { type: "object", start, end, members, items: [] };
}

function scalar(start: number, end: number, value?: unknown): DocumentNode {
  return { type: "scalar", start, end, value, members: [], items: [] };
}
