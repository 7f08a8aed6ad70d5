/** The subpath `@helve/opentool/document-tree`: a JSON or YAML text as a tree with offsets. */
import { type Document, isAlias, isMap, isNode, isScalar, isSeq, type Node } from "yaml";
import { parseYaml } from "./parse-yaml.ts";

/** A value of a document with its place. Offsets count UTF-16 units; `end` is exclusive. */
export interface DocumentNode {
  readonly type: "object" | "array" | "scalar";
  readonly start: number;
  readonly end: number;
  /** The value of a scalar. */
  readonly value?: unknown;
  /** The members of an object, in the order of the text; a name may be there twice. */
  readonly members: readonly DocumentMember[];
  /** The items of an array. */
  readonly items: readonly DocumentNode[];
  /** The value that a YAML alias repeats. */
  readonly repeats?: DocumentNode;
}

/** A member of an object. */
export interface DocumentMember {
  readonly name: string;
  readonly start: number;
  /** The end of the name. */
  readonly end: number;
  /** Absent if it is missing. */
  readonly value: DocumentNode | undefined;
}

/** Reads a YAML text as far as it can be read; `undefined` if it has no value, or is nested too deeply. */
export function readYamlTree(text: string): DocumentNode | undefined {
  const { document } = parseYaml(text);
  return document && documentTree(document);
}

/** The tree of a document; `undefined` if it has no value, or is nested too deeply. */
export function documentTree(document: Document): DocumentNode | undefined {
  const converted = new Map<unknown, DocumentNode>();
  try {
    return convert(document.contents);
  } catch {
    return undefined; // `convert` calls itself for each level
  }

  /** Converts a YAML node to a tree node. */
  function convert(node: unknown): DocumentNode | undefined {
    if (!isNode(node) || !node.range) return undefined;
    const tree = { ...empty(node.range[0], node.range[1]), ...contentOf(node) };
    converted.set(node, tree);
    return tree;
  }

  /** Reads the content of a YAML node. */
  function contentOf(node: Node): Partial<DocumentNode> {
    const end = node.range?.[1] ?? 0;
    if (isAlias(node)) return { repeats: converted.get(node.resolve(document)) };
    if (isScalar(node)) return { value: node.value };
    if (isSeq(node)) return { type: "array", items: node.items.map((item) => convert(item) ?? empty(end, end)) };
    if (!isMap(node)) return { value: null };
    const members = node.items.flatMap(({ key, value }): readonly DocumentMember[] => {
      if (!isScalar(key) || !key.range) return [];
      const child = convert(value);
      // An empty value begins where the next line ends; it has no place of its own.
      const isEmpty = child?.type === "scalar" && child.start === child.end;
      const [start, end] = key.range;
      return [{ name: String(key.value ?? ""), start, end, value: isEmpty ? undefined : child }];
    });
    return { type: "object", members };
  }
}

/** Creates an empty tree node. */
function empty(start: number, end: number): DocumentNode {
  return { type: "scalar", start, end, members: [], items: [] };
}

/** A member of an object. Of several with the same name the last one counts, as in JSON. */
function memberOf(node: DocumentNode | undefined, name: string): DocumentMember | undefined {
  return (node?.repeats ?? node)?.members.findLast((member) => member.name === name);
}

/** The value at a path. */
export function nodeAtPath(
  node: DocumentNode | undefined,
  path: readonly (string | number)[],
): DocumentNode | undefined {
  return path.reduce<DocumentNode | undefined>((at, part) => {
    const owner = at?.repeats ?? at;
    return owner?.type === "array" ? owner.items[Number(part)] : memberOf(owner, String(part))?.value;
  }, node);
}

/** Finds the key or the value at a path. If there is no value, it is the key; if there is no key, what contains it. */
export function placeAtPath(
  tree: DocumentNode,
  path: readonly string[],
  part: "key" | "value",
): Pick<DocumentNode, "start" | "end"> {
  const above = path.slice(0, -1);
  const name = path.at(-1);
  if (name === undefined) return tree;
  const member = memberOf(nodeAtPath(tree, above), name);
  const value = part === "key" && member !== undefined ? undefined : nodeAtPath(tree, path);
  return value ?? member ?? placeAtPath(tree, above, "value");
}
