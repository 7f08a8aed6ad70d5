/** Finds the equivalent nodes of a graph: those with equal labels whose edges lead to equivalent nodes. */

/** A node of a graph: a label, and named edges to other nodes' keys in a fixed order. */
export interface GraphNode {
  readonly label: string;
  readonly edges: readonly (readonly [name: string, key: string])[];
}

/**
 * Assigns a number to each node; two nodes have the same number if and only if their labels are equal, and so are the
 * labels of all nodes that the same edge names reach from them (Hopcroft 1971, partition refinement).
 *
 * @param nodes - the nodes by their keys
 */
export function partitionGraph(nodes: ReadonlyMap<string, GraphNode>): ReadonlyMap<string, number> {
  const parts = initialPartition(nodes);
  const parents = findParents(nodes);
  // Nodes whose edges may now lead to a different part, by their own part; all other nodes of a part agree.
  const pending = new Map<number, Set<string>>(parts.members.map((keys, number) => [number, new Set(keys)]));
  for (const [number, keys] of pending) {
    pending.delete(number);
    for (const moved of splitPart(number, keys, nodes, parts)) {
      for (const parent of parents.get(moved) ?? []) {
        const part = parts.of.get(parent) ?? 0;
        const pendingKeys = pending.get(part);
        if (pendingKeys === undefined) pending.set(part, new Set([parent]));
        else pendingKeys.add(parent);
      }
    }
  }
  return parts.of;
}

interface Partition {
  /** The part of each node. */
  readonly of: Map<string, number>;
  /** The nodes of each part. */
  readonly members: Set<string>[];
}

/** Creates one part for each label, with all nodes that have this label. */
function initialPartition(nodes: ReadonlyMap<string, GraphNode>): Partition {
  const numbers = new Map<string, number>();
  const parts: Partition = { of: new Map(), members: [] };
  for (const [key, { label }] of nodes) {
    const number = numbers.get(label) ?? parts.members.push(new Set()) - 1;
    numbers.set(label, number);
    parts.members[number]?.add(key);
    parts.of.set(key, number);
  }
  return parts;
}

/** Returns for each node the keys of the nodes that have an edge to it. */
function findParents(nodes: ReadonlyMap<string, GraphNode>): ReadonlyMap<string, readonly string[]> {
  const parents = new Map<string, string[]>();
  for (const [key, { edges }] of nodes) {
    for (const [, innerKey] of edges) {
      const parentKeys = parents.get(innerKey);
      if (parentKeys === undefined) parents.set(innerKey, [key]);
      else parentKeys.push(key);
    }
  }
  return parents;
}

/**
 * Splits a part into pieces so that the edges of all nodes in a piece lead to the same parts. The largest piece keeps
 * the part's number, so that few nodes move.
 *
 * @param pending - the nodes of the part whose edges may have changed
 * @returns the nodes that moved to another part
 */
function splitPart(
  number: number,
  pending: ReadonlySet<string>,
  nodes: ReadonlyMap<string, GraphNode>,
  parts: Partition,
): readonly string[] {
  const edgeKey = (key: string): string =>
    JSON.stringify(nodes.get(key)?.edges.map(([name, innerKey]) => [name, parts.of.get(innerKey)]));
  const unchanged = parts.members[number] ?? new Set();
  for (const key of pending) unchanged.delete(key);
  const [first] = unchanged;
  const pieces = new Map<string, Set<string>>(first === undefined ? [] : [[edgeKey(first), unchanged]]);
  for (const key of pending) {
    const edges = edgeKey(key);
    const piece = pieces.get(edges);
    if (piece === undefined) pieces.set(edges, new Set([key]));
    else piece.add(key);
  }
  const [largest = unchanged, ...others] = [...pieces.values()].sort((a, b) => b.size - a.size);
  parts.members[number] = largest;
  for (const piece of others) {
    const next = parts.members.push(piece) - 1;
    for (const key of piece) parts.of.set(key, next);
  }
  return others.flatMap((piece) => [...piece]);
}
