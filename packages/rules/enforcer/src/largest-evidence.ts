import type { Evidence } from "@helve/core";

/** The pieces of evidence that no other contains: `rm a b` and not `rm a`. */
export function largestEvidence(evidence: readonly Evidence[]): readonly Evidence[] {
  if (evidence.length > maxCompared) return evidence;
  const kept: Evidence[] = [];
  for (const each of [...evidence].sort((a, b) => b.end - b.start - (a.end - a.start))) {
    const contains = ({ path, start, end }: Evidence): boolean =>
      path === each.path && start <= each.start && end >= each.end;
    if (!kept.some(contains)) kept.push(each);
  }
  return evidence.filter((each) => kept.includes(each));
}

/** More pieces of evidence are not compared with each other. */
const maxCompared = 400;
