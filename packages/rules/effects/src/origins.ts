/** Joins the origins of data: where a value comes from when it has several sources. */
import type { Origin } from "./effects.ts";

/** The most origins of a value; what has more of them may also come from anywhere. */
const maxOrigins = 16;

/** Joins lists of origins, without duplicates. */
export function joinOrigins(...lists: readonly (readonly Origin[])[]): readonly Origin[] {
  let joined: readonly Origin[] = [];
  for (const list of lists) {
    if (joined.length === 0) joined = list;
    else if (list.length > 0 && list !== joined) joined = withoutDuplicates([...joined, ...list]);
  }
  return joined;
}

/** Returns the origins without equal ones. */
function withoutDuplicates(origins: readonly Origin[]): readonly Origin[] {
  const byKey = new Map<string, Origin>();
  for (const origin of origins) {
    const key = originKey(origin);
    if (!byKey.has(key)) byKey.set(key, origin);
  }
  const kept = [...byKey.values()].slice(0, maxOrigins);
  const isCovered = byKey.size <= maxOrigins || kept.some(({ kind }) => kind === "unknown");
  return isCovered ? kept : [...kept, { kind: "unknown" }];
}

/** Returns a key that is equal for equal origins. */
function originKey(origin: Origin): string {
  switch (origin.kind) {
    case "file":
      return `file ${origin.target?.path}`;
    case "network":
      return `network ${origin.host}`;
    case "output":
      return `output ${origin.by}`;
    case "secret":
      return `secret ${origin.what}`;
    case "environment":
      return origin.all === true ? "whole environment" : "environment";
    default:
      return origin.kind;
  }
}

/** Why the code that a program runs is unknown: `the code that sh gets from x.io is unknown`. */
export function unknownCode(program: string, from: readonly Origin[]): string {
  const hosts = from.flatMap((origin) => (origin.kind === "network" ? (origin.host ?? "an unknown host") : []));
  const outputs = from.flatMap((origin) => (origin.kind === "output" ? `the output of ${origin.by}` : []));
  const [source = "its input"] = [...hosts, ...outputs];
  return `the code that ${program} gets from ${source} is unknown`;
}
