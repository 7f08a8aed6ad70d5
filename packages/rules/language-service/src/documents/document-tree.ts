/** A JSON or YAML text as a tree with offsets, also if it has syntax errors. */
import { type DocumentMember, type DocumentNode, readYamlTree } from "@helve/opentool/document-tree";
import { type Node as JsonNode, parseTree } from "jsonc-parser";

/** Reads a text as far as it can be read; `undefined` if it has no value, or is nested too deeply. */
export function readDocumentTree(text: string, format: "json" | "yaml"): DocumentNode | undefined {
  if (format === "yaml") return readYamlTree(text);
  try {
    const root = parseTree(text.replace(/^\uFEFF/, " "));
    return root && fromJson(root);
  } catch {
    return undefined; // the parser calls itself for each level
  }
}

/** Where an offset is in a document. */
export interface DocumentPlace {
  /** The path of the innermost value, or of the member whose name is at the offset. */
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

/** Converts a node of the JSON parser. */
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
