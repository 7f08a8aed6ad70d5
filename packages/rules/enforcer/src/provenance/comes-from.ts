/** Decides whether a value comes from given sources, by the words that they share. */
import { quote } from "@helve/core/internal";
import { isCovered, type Surroundings } from "./covers.ts";
import type { Leaf } from "./leaves.ts";
import type { ProvenanceAnswer, ProvenanceFinding, ProvenanceQuestion, SourceSelector } from "./question.ts";
import type { TextSpan } from "./readings.ts";
import { firstOther, firstSource, inOrder, isSource, promptOnly, type Role, roleOf, sourceOf } from "./roles.ts";
import { describeSource, type SourceGroup } from "./source.ts";
import { type Choice, type Span, spansOf } from "./spans.ts";
import type { IdentifiedReading, WordIndex } from "./word-index.ts";

/** The index of the words of the sources. */
export interface IndexedSources {
  readonly words: WordIndex;
  readonly groups: readonly SourceGroup[];
  /** The groups with texts that were not indexed, or not completely, with the reason. */
  readonly forgotten: ReadonlyMap<number, string>;
  readonly isPromptKnown: boolean;
  /** The position in the stream of words before which texts count. */
  readonly end: number;
  finding(leaf: Leaf, span: Span): ProvenanceFinding;
  /** The characters around a sequence of words of a span, where the sequence was found. */
  surroundings(span: Span, gram: number): Surroundings;
}

/** Stands for all groups, in the list of groups with dropped texts. */
export const unknownGroup = -1;

/** Decides whether the texts and numbers of a value come from the asked sources. */
export function comesFrom(
  leaves: readonly Leaf[],
  { sources, only = false, trust = promptOnly }: ProvenanceQuestion,
  indexed: IndexedSources,
): ProvenanceAnswer {
  const roles = indexed.groups.map((group) => roleOf(group, sources, trust));
  const missing = missingEvidence({ roles, sources, trust, only }, indexed);
  return only ? onlyFrom(leaves, roles, missing, indexed) : from(leaves, roles, missing, indexed);
}

/** Answers `VALUE from SOURCES`: whether a part of the value comes from the sources. */
function from(
  leaves: readonly Leaf[],
  roles: readonly Role[],
  missing: Missing,
  indexed: IndexedSources,
): ProvenanceAnswer {
  const found = new Map<string, ProvenanceFinding>();
  for (const leaf of leaves) {
    for (const reading of indexed.words.read(leaf.text)) {
      for (const span of spansOf(reading, indexed.words, inOrder(indexed, roles, sourceOf(roles)))) {
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

/** Answers `VALUE only from SOURCES`: whether all of the value comes from the sources. */
function onlyFrom(
  leaves: readonly Leaf[],
  roles: readonly Role[],
  missing: Missing,
  indexed: IndexedSources,
): ProvenanceAnswer {
  const findings: ProvenanceFinding[] = [];
  const spansIn = (reading: IdentifiedReading, choose: Choice): readonly Span[] =>
    spansOf(reading, indexed.words, inOrder(indexed, roles, choose));
  for (const leaf of leaves) {
    const readings = indexed.words.read(leaf.text);
    const spans = new Map(readings.map((reading) => [reading, spansIn(reading, firstSource(roles))]));
    const asked = askedForms(spans, roles);
    const others = readings
      .flatMap((reading) => spansIn(reading, firstOther(roles)))
      .filter((other) => !asked.some((form) => form.start <= other.start && other.end <= form.end));
    if (!isLeafCovered(readings, spans, indexed) || others.length > 0) {
      const [other] = others.map((span) => indexed.finding(leaf, span));
      const reason = other === undefined ? `${quote(leaf.text)} was not found there` : `${foundIn(other)} first`;
      if (missing.false !== undefined) return { value: "unknown", reason: missing.false, findings: [] };
      return { value: false, reason, findings: other === undefined ? [] : [other] };
    }
    for (const span of [...spans.values()].flat()) findings.push(indexed.finding(leaf, span));
  }
  if (missing.true !== undefined) return { value: "unknown", reason: missing.true, findings: [] };
  const [first] = findings;
  return { value: true, reason: first === undefined ? "it is empty" : foundIn(first), findings: findings.slice(0, 10) };
}

/** Returns the numbers and dates in the user's prompt, in canonical form. */
function askedForms(
  spans: ReadonlyMap<IdentifiedReading, readonly Span[]>,
  roles: readonly Role[],
): readonly TextSpan[] {
  return [...spans].flatMap(([{ kind }, found]) =>
    kind === "forms" ? found.filter(({ sighting }) => roles[sighting.bucket]?.isUser) : [],
  );
}

/** Whether a value consists of parts that were found in sources, also after decoding. */
function isLeafCovered(
  readings: readonly IdentifiedReading[],
  spans: ReadonlyMap<IdentifiedReading, readonly Span[]>,
  { surroundings }: IndexedSources,
): boolean {
  const foundParts: TextSpan[] = [];
  const isFound = (reading: IdentifiedReading, parts: readonly TextSpan[]): boolean => {
    const forms = readings.find(
      ({ kind, part, source }) => kind === "forms" && part === reading.part && source === reading.source,
    );
    const formParts = (forms && spans.get(forms)?.map(({ from }) => spanInSource(forms, from))) ?? [];
    return isCovered(reading, { spans: spans.get(reading) ?? [], parts: [...parts, ...formParts] }, surroundings);
  };
  for (const reading of readings) {
    if (reading.kind !== "words" || reading.depth !== 1 || reading.part === undefined) continue;
    if (isFound(reading, [])) foundParts.push(reading.part);
  }
  const plain = readings.find(({ depth, kind }) => depth === 0 && kind === "words");
  return plain !== undefined && isFound(plain, foundParts);
}

/** Returns the range in the source text of the word with this number. */
function spanInSource({ starts, ends }: IdentifiedReading, at: number): TextSpan {
  return { start: starts[at] ?? 0, end: ends[at] ?? 0 };
}

/** Why an answer that is found `true` or `false` may be wrong. */
interface Missing {
  readonly true: string | undefined;
  readonly false: string | undefined;
}

interface SoughtSources {
  readonly roles: readonly Role[];
  readonly sources: readonly SourceSelector[];
  readonly trust: NonNullable<ProvenanceQuestion["trust"]>;
  /** Whether everything must come from the sources. */
  readonly only: boolean;
}

/** Determines which sources an answer would need but the index has forgotten. */
function missingEvidence(
  { roles, sources, trust, only }: SoughtSources,
  { forgotten, isPromptKnown }: IndexedSources,
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

/** Describes where a text was found. */
function foundIn({ text, source }: ProvenanceFinding): string {
  return `${quote(text)} stands in ${describeSource(source)}`;
}
