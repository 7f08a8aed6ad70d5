import { quote } from "@helve/core/internal";
import { leastInformation } from "./information.ts";
import type { Leaf } from "./leaves.ts";
import type { ProvenanceAnswer, ProvenanceFinding, ProvenanceQuestion, SourceSelector } from "./question.ts";
import { firstOther, firstSource, inOrder, isSource, promptOnly, type Role, roleOf, sourceOf } from "./roles.ts";
import { describeSource, type SourceGroup } from "./source.ts";
import { type Span, spansOf } from "./spans.ts";
import type { IdentifiedReading, WordIndex } from "./word-index.ts";

/** What the index knows about its sources. */
export interface IndexedSources {
  readonly words: WordIndex;
  readonly groups: readonly SourceGroup[];
  /** The groups of which a text was not indexed, or not all of it, with the reason. */
  readonly forgotten: ReadonlyMap<number, string>;
  readonly isPromptKnown: boolean;
  /** The position in the stream of words before which texts count. */
  readonly end: number;
  finding(leaf: Leaf, span: Span): ProvenanceFinding;
}

/** Stands for all groups in the groups of which something was forgotten. */
export const unknownGroup = -1;

/** Answers a question about the leaves of a value. */
export function comesFrom(
  leaves: readonly Leaf[],
  { sources, only = false, trust = promptOnly }: ProvenanceQuestion,
  indexed: IndexedSources,
): ProvenanceAnswer {
  const roles = indexed.groups.map((group) => roleOf(group, sources, trust));
  const missing = missingEvidence(roles, sources, trust, indexed, only);
  return only ? onlyFrom(leaves, roles, missing, indexed) : from(leaves, roles, missing, indexed);
}

function from(
  leaves: readonly Leaf[],
  roles: readonly Role[],
  missing: Missing,
  indexed: IndexedSources,
): ProvenanceAnswer {
  const found = new Map<string, ProvenanceFinding>();
  for (const leaf of leaves) {
    for (const reading of indexed.words.read(leaf.text)) {
      for (const span of spansOf(reading, indexed.words, inOrder(indexed.groups, indexed.end, sourceOf(roles)))) {
        const finding = indexed.finding(leaf, span);
        found.set(`${finding.start} ${finding.end} ${finding.path}`, finding);
      }
    }
  }
  const findings = [...found.values()];
  const [first] = findings.sort((a, b) => b.end - b.start - (a.end - a.start));
  if (first !== undefined) {
    const reason = `${foundIn(first)}${missing.true === undefined ? "" : `, but ${missing.true}`}`;
    return { value: missing.true === undefined ? true : "unknown", reason, findings: findings.slice(0, 10) };
  }
  if (missing.false !== undefined) return { value: "unknown", reason: missing.false, findings: [] };
  return { value: false, reason: "no part of it was found there", findings: [] };
}

function onlyFrom(
  leaves: readonly Leaf[],
  roles: readonly Role[],
  missing: Missing,
  indexed: IndexedSources,
): ProvenanceAnswer {
  const findings: ProvenanceFinding[] = [];
  for (const leaf of leaves) {
    const readings = indexed.words.read(leaf.text);
    const spans = readings.flatMap((reading) =>
      spansOf(reading, indexed.words, inOrder(indexed.groups, indexed.end, firstSource(roles))).map((span) => ({
        reading,
        span,
      })),
    );
    const others = readings.flatMap((reading) =>
      spansOf(reading, indexed.words, inOrder(indexed.groups, indexed.end, firstOther(roles))),
    );
    const isFound = spans.some(({ reading, span }) => span.isWhole && reading.part === undefined);
    const covering = spans.flatMap(({ reading, span }) => (reading.part === undefined || span.isWhole ? [span] : []));
    const isCovered = isFound || (covering.length > 0 && uncoveredInformation(readings, covering) < leastInformation);
    if (!isCovered || others.length > 0) {
      const [other] = others.map((span) => indexed.finding(leaf, span));
      const reason = other === undefined ? `${quote(leaf.text)} was not found there` : `${foundIn(other)} first`;
      if (missing.false !== undefined) return { value: "unknown", reason: missing.false, findings: [] };
      return { value: false, reason, findings: other === undefined ? [] : [other] };
    }
    for (const span of covering) findings.push(indexed.finding(leaf, span));
  }
  if (missing.true !== undefined) return { value: "unknown", reason: missing.true, findings: [] };
  const [first] = findings;
  return { value: true, reason: first === undefined ? "it is empty" : foundIn(first), findings: findings.slice(0, 10) };
}

/** The information in the words of a leaf that are in none of the spans, in bits. */
function uncoveredInformation([plain]: readonly IdentifiedReading[], spans: readonly Span[]): number {
  if (plain === undefined) return 0;
  const covered = marked(plain.source, spans);
  return plain.information.reduce((sum, bits, at) => sum + (covered[plain.starts[at] ?? 0] === 1 ? 0 : bits), 0);
}

function marked({ length }: string, spans: readonly Span[]): Uint8Array {
  const marks = new Uint8Array(length);
  let end = 0;
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    if (span.end > end) marks.fill(1, Math.max(end, span.start), span.end);
    end = Math.max(end, span.end);
  }
  return marks;
}

/** Why an answer that is found `true` or `false` may be wrong. */
interface Missing {
  readonly true: string | undefined;
  readonly false: string | undefined;
}

function missingEvidence(
  roles: readonly Role[],
  sources: readonly SourceSelector[],
  trust: NonNullable<ProvenanceQuestion["trust"]>,
  { forgotten, isPromptKnown }: IndexedSources,
  only: boolean,
): Missing {
  const prompt = roleOf({ type: "prompt" }, sources, trust);
  const wantsUntrusted = sources.some(({ type }) => type === "untrusted");
  const reasons = { true: undefined as string | undefined, false: undefined as string | undefined };
  if (!isPromptKnown) {
    if (isSource(prompt)) reasons.false = "the prompt is unknown";
    else if (wantsUntrusted && !only && prompt.trust === "trusted") reasons.true = "the prompt is unknown";
  }
  for (const [bucket, reason] of forgotten) {
    const role = roles[bucket];
    const isAny = bucket === unknownGroup;
    if (isAny || isSource(role)) reasons.false ??= reason;
    if (only && (isAny || !(isSource(role) || role?.trust === "trusted"))) reasons.true ??= reason;
  }
  return reasons;
}

function foundIn({ text, source }: ProvenanceFinding): string {
  return `${quote(text)} stands in ${describeSource(source)}`;
}
