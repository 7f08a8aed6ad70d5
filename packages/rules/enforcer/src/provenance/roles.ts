/** The roles of sources in one question: trusted, untrusted, or not asked about. */
import type { Sighting } from "./gram-table.ts";
import type { ProvenanceQuestion, SourceSelector, TrustedGroup } from "./question.ts";
import type { SourceGroup } from "./source.ts";
import type { Choice } from "./spans.ts";

/** The role of a group of sources in one question. */
export interface Role {
  /** Whether it is named as a source. */
  readonly isNamed: boolean;
  /** Whether it is a source because it is trusted or not trusted. */
  readonly isClassified: boolean;
  readonly trust: "trusted" | "untrusted" | "model" | undefined;
  /** Whether the user wrote it. */
  readonly isUser: boolean;
}

/** Returns the role of a group in a question. */
export function roleOf(
  group: SourceGroup,
  sources: readonly SourceSelector[],
  trustOf: NonNullable<ProvenanceQuestion["trust"]>,
): Role {
  if (group.type === "model") return { isNamed: false, isClassified: false, trust: "model", isUser: false };
  const said = trustOf(group);
  const isUser = group.type === "prompt" || said === "user";
  const trust = said === "user" ? "trusted" : said;
  const isNamed = sources.some((source) =>
    source.type === "tools" ? group.type === "tool" && source.matches(group.tool) : source.type === group.type,
  );
  return { isNamed, isClassified: sources.some(({ type }) => type === trust), trust, isUser };
}

/** The trust of a question that does not say it: only the prompt is trusted. */
export const promptOnly = ({ type }: TrustedGroup): "trusted" | undefined =>
  type === "prompt" ? "trusted" : undefined;

/** Chooses, among the places where words occur, the earliest one; the user's own texts come first. */
export function inOrder(
  { groups, end }: { readonly groups: readonly SourceGroup[]; readonly end: number },
  roles: readonly Role[],
  choose: Choice,
): Choice {
  const counts = ({ bucket, position }: Sighting): boolean => position < end || groups[bucket]?.type === "prompt";
  const isAsked = ({ bucket }: Sighting): boolean => roles[bucket]?.isUser === true;
  return (sightings) => {
    const counting = sightings.every(counts) ? sightings : sightings.filter(counts);
    return choose(counting.some(isAsked) ? [...counting.filter(isAsked), ...counting] : counting);
  };
}

/**
 * Finds the source for `from`: one that is named, wherever else the words were seen, unless the model wrote them
 * before.
 */
export function sourceOf(roles: readonly Role[]): Choice {
  return (sightings) => {
    const [first] = sightings;
    if (first === undefined || roles[first.bucket]?.trust === "model") return undefined;
    const named = sightings.find(({ bucket }) => roles[bucket]?.isNamed);
    if (named !== undefined) return named;
    const classified = sightings.find(({ bucket }) => roles[bucket]?.trust !== undefined);
    return classified !== undefined && roles[classified.bucket]?.isClassified ? classified : undefined;
  };
}

/**
 * Finds the source for `only from`: one in which the words appear, if they were not seen before in anything that is
 * neither a source nor trusted.
 */
export function firstSource(roles: readonly Role[]): Choice {
  return (sightings) => {
    const decisive = decisiveSighting(sightings, roles);
    return decisive !== undefined && isSource(roles[decisive.bucket]) ? decisive : undefined;
  };
}

/** Returns the first place that is neither trusted nor one of the asked sources. */
export function firstOther(roles: readonly Role[]): Choice {
  return (sightings) => {
    const decisive = decisiveSighting(sightings, roles);
    return decisive !== undefined && !isSource(roles[decisive.bucket]) ? decisive : undefined;
  };
}

/** Returns the first sighting that decides: in a searched source, or in an untrusted one. */
function decisiveSighting(sightings: readonly Sighting[], roles: readonly Role[]): Sighting | undefined {
  return sightings.find(({ bucket }) => isSource(roles[bucket]) || roles[bucket]?.trust !== "trusted");
}

/** Whether a question asks about this group of sources. */
export function isSource(role: Role | undefined): boolean {
  return role !== undefined && (role.isNamed || role.isClassified);
}
