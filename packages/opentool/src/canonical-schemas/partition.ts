/** A node of a graph: what it says itself, and the keys of the nodes that it leads to, by name, in a fixed order. */
export interface GraphNode {
  readonly label: string;
  readonly inner: readonly (readonly [name: string, key: string])[];
}

/**
 * For each node of a graph a number that two nodes share exactly when nothing tells them apart: their labels are equal,
 * and so are those of all nodes that the same names lead to from them (Hopcroft 1971, partition refinement).
 *
 * @param nodes - the nodes by their keys
 */
export function partition(nodes: ReadonlyMap<string, GraphNode>): ReadonlyMap<string, number> {
  const parts = labelled(nodes);
  const parents = parentsOf(nodes);
  // Nodes whose way on may have become another one, by their part; all others of a part agree with each other.
  const unsure = new Map<number, Set<string>>(parts.members.map((keys, number) => [number, new Set(keys)]));
  for (const [number, keys] of unsure) {
    unsure.delete(number);
    for (const moved of split(number, keys, nodes, parts)) {
      for (const parent of parents.get(moved) ?? []) {
        const at = parts.of.get(parent) ?? 0;
        const others = unsure.get(at);
        if (others === undefined) unsure.set(at, new Set([parent]));
        else others.add(parent);
      }
    }
  }
  return parts.of;
}

interface Parts {
  /** The part of each node. */
  readonly of: Map<string, number>;
  /** The nodes of each part. */
  readonly members: Set<string>[];
}

function labelled(nodes: ReadonlyMap<string, GraphNode>): Parts {
  const numbers = new Map<string, number>();
  const parts: Parts = { of: new Map(), members: [] };
  for (const [key, { label }] of nodes) {
    const number = numbers.get(label) ?? parts.members.push(new Set()) - 1;
    numbers.set(label, number);
    parts.members[number]?.add(key);
    parts.of.set(key, number);
  }
  return parts;
}

function parentsOf(nodes: ReadonlyMap<string, GraphNode>): ReadonlyMap<string, readonly string[]> {
  const parents = new Map<string, string[]>();
  for (const [key, { inner }] of nodes) {
    for (const [, innerKey] of inner) {
      const known = parents.get(innerKey);
      if (known === undefined) parents.set(innerKey, [key]);
      else known.push(key);
    }
  }
  return parents;
}

/**
 * Takes a part apart by where its nodes lead to. The largest piece keeps the number, so that no node moves often.
 *
 * @returns the nodes that are in another part now
 */
function split(
  number: number,
  unsure: ReadonlySet<string>,
  nodes: ReadonlyMap<string, GraphNode>,
  parts: Parts,
): readonly string[] {
  const way = (key: string): string =>
    JSON.stringify(nodes.get(key)?.inner.map(([name, innerKey]) => [name, parts.of.get(innerKey)]));
  const sure = parts.members[number] ?? new Set();
  for (const key of unsure) sure.delete(key);
  const [first] = sure;
  const pieces = new Map<string, Set<string>>(first === undefined ? [] : [[way(first), sure]]);
  for (const key of unsure) {
    const its = way(key);
    const piece = pieces.get(its);
    if (piece === undefined) pieces.set(its, new Set([key]));
    else piece.add(key);
  }
  const [largest = sure, ...others] = [...pieces.values()].sort((a, b) => b.size - a.size);
  parts.members[number] = largest;
  for (const piece of others) {
    const next = parts.members.push(piece) - 1;
    for (const key of piece) parts.of.set(key, next);
  }
  return others.flatMap((piece) => [...piece]);
}
