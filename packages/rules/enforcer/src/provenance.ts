/** Finds where a value comes from: the prompt, a tool's result, a file or the network. */
import type { JsonValue, Step } from "@helve/core";
import { lastIndexWhere } from "@helve/core/internal";
import { comesFrom, type IndexedSources, unknownGroup } from "./provenance/comes-from.ts";
import type { Surroundings } from "./provenance/covers.ts";
import { type Leaf, leavesOf } from "./provenance/leaves.ts";
import type { ProvenanceAnswer, ProvenanceFinding, ProvenanceQuestion } from "./provenance/question.ts";
import { type ProvenanceSnapshot, readSnapshot, type SnapshotText } from "./provenance/snapshot.ts";
import { describeSource, groupOf, type ProvenanceSource, type SourceGroup } from "./provenance/source.ts";
import { type Span, spansOf } from "./provenance/spans.ts";
import { WordIndex } from "./provenance/word-index.ts";

export type {
  ProvenanceAnswer,
  ProvenanceFinding,
  ProvenanceQuestion,
  ResultTrust,
  SourceSelector,
  TrustedGroup,
} from "./provenance/question.ts";
export type { ProvenanceSnapshot } from "./provenance/snapshot.ts";
export type { ProvenanceSource, SourceGroup } from "./provenance/source.ts";

/** Limits of a `ProvenanceIndex`. What lies beyond is forgotten, and answers that depend on it are unknown. */
export interface ProvenanceLimits {
  /** The characters of all texts; default 8,000,000. */
  readonly characters?: number;
  /** The characters of one text; default 1,000,000. */
  readonly textCharacters?: number;
}

/**
 * The texts of a session, indexed so that the parts of a value can be traced to the prompt and to the results of steps: exactly, or
 * after normalization (case, punctuation, white space, encodings), but not where the model paraphrased them.
 *
 * @example
 * const index = new ProvenanceIndex({ prompt: "Pay the bill in bill.txt" });
 * index.add(step);
 * index.comesFrom(action.args["recipient"], { sources: [{ type: "tools", matches: (tool) => tool === "Web.Read" }] });
 */
export class ProvenanceIndex {
  readonly #limits: Required<ProvenanceLimits>;
  readonly #prompts = new Set<string>();
  readonly #words = new WordIndex();
  readonly #groups: SourceGroup[] = [];
  readonly #groupNumbers = new Map<string, number>();
  readonly #texts: SnapshotText[] = [];
  /** For each text its step; for a prompt the step before it. */
  readonly #textSteps: number[] = [];
  readonly #forgotten = new Map<number, string>();
  #characters = 0;
  #steps = 0;

  /** @param prompt - the user's request; `undefined` if it is unknown */
  constructor({ prompt, ...limits }: { readonly prompt: string | undefined } & ProvenanceLimits) {
    this.#limits = { characters: 8_000_000, textCharacters: 1_000_000, ...limits };
    if (prompt !== undefined) this.addPrompt(prompt);
  }

  /** How many steps were added. */
  get steps(): number {
    return this.#steps;
  }

  /** Adds what the user asks for, if it is new. What the user wrote counts as seen before everything else. */
  addPrompt(prompt: string): void {
    if (this.#prompts.has(prompt)) return;
    this.#prompts.add(prompt);
    this.#add({ source: { type: "prompt" }, text: prompt });
  }

  /** Continues after steps that are not known: answers that depend on their texts are unknown. */
  forgetSteps(steps: number): void {
    this.#steps += steps;
    this.#forgotten.set(unknownGroup, "earlier steps were forgotten");
  }

  /**
   * Adds the next step of the session, once it has ended: first what the model wrote, then the result, if the action ran. Of an action
   * that a rule invoked, the model wrote only the one that it replaces.
   */
  add({ action, observation, ran }: Pick<Step, "action" | "observation" | "ran">): void {
    const step = this.#steps++;
    const tool = action.name;
    const written = action.invokedBy === undefined ? action.args : action.replaces?.args;
    for (const { text } of this.#leaves(written ?? {}, { type: "model", step, tool })) {
      this.#add({ source: { type: "model", step, tool }, text });
    }
    if (!ran) return;
    for (const [part, { type, content }] of observation.parts.entries()) {
      const source = { type: "step", step, tool, part } as const;
      if (type === "text") this.#add({ source, text: content });
      else if (type === "json") {
        for (const { path, text } of this.#leaves(content, source)) this.#add({ source: { ...source, path }, text });
      } else this.#forget(source, `contains a part of type ${type}, which can't be read`);
    }
  }

  /**
   * Where each text, number and truth value in a value comes from: every part of it that was found, with the first place in the
   * prompt, in the results of each tool, and in what the model wrote before.
   */
  trace(value: unknown): readonly LeafTrace[] {
    return (leavesOf(value, mostLeaves) ?? []).map((leaf) => {
      const readings = this.#words.read(leaf.text);
      const findings = this.#groups.flatMap((_, bucket) =>
        readings.flatMap((reading) =>
          spansOf(reading, this.#words, (sightings) => sightings.find((sighting) => sighting.bucket === bucket)),
        ),
      );
      return { ...leaf, findings: findings.map((span) => this.#finding(leaf, span)) };
    });
  }

  /**
   * Answers whether a part of a value (or with `only` every part) comes from one of some sources. An untrusted text stays untrusted
   * wherever it comes back from: what counts is where it was seen first.
   */
  comesFrom(value: unknown, question: ProvenanceQuestion): ProvenanceAnswer {
    const leaves = value === undefined ? undefined : leavesOf(value, mostLeaves);
    const size = leaves?.reduce((sum, { text }) => sum + text.length, 0) ?? 0;
    if (leaves === undefined || size > this.#limits.textCharacters) {
      const reason = value === undefined ? "there is no value" : "the value is too large to be traced";
      return { value: "unknown", reason, findings: [] };
    }
    const indexed: IndexedSources = {
      words: this.#words,
      groups: this.#groups,
      forgotten: this.#forgotten,
      isPromptKnown: this.#prompts.size > 0,
      end: question.steps === undefined ? Infinity : this.#positionAfter(question.steps),
      finding: (leaf, span) => this.#finding(leaf, span),
      surroundings: (span, gram) => this.#surroundings(span, gram),
    };
    return comesFrom(leaves, question, indexed);
  }

  /** The state as JSON, for `restore`. */
  snapshot(): ProvenanceSnapshot {
    const forgotten = [...this.#forgotten].map(([bucket, reason]) => ({ bucket, reason }));
    return {
      version: 1,
      prompts: [...this.#prompts],
      limits: this.#limits,
      steps: this.#steps,
      groups: [...this.#groups],
      texts: [...this.#texts],
      forgotten,
    };
  }

  /**
   * An index with the state of a snapshot.
   *
   * @throws TypeError if it is no snapshot of this version
   */
  static restore(snapshot: JsonValue | ProvenanceSnapshot): ProvenanceIndex {
    const { prompts, limits, steps, groups, texts, forgotten } = readSnapshot(snapshot);
    const index = new ProvenanceIndex({ prompt: undefined, ...limits });
    for (const prompt of prompts) index.#prompts.add(prompt);
    for (const group of groups) index.#bucketOf(group);
    for (const text of texts) index.#add(text);
    for (const { bucket, reason } of forgotten) index.#forgotten.set(bucket, reason);
    index.#steps = steps;
    return index;
  }

  #add({ source, text }: SnapshotText): void {
    const { characters, textCharacters } = this.#limits;
    const kept = text.slice(0, Math.max(0, Math.min(textCharacters, characters - this.#characters)));
    if (kept.length < text.length) this.#forget(source, "is too long to be kept");
    if (kept === "") return;
    this.#characters += kept.length;
    this.#texts.push({ source, text: kept });
    this.#textSteps.push(source.type === "prompt" ? (this.#textSteps.at(-1) ?? -1) : source.step);
    this.#words.add(kept, this.#bucketOf(groupOf(source)));
  }

  #leaves(value: unknown, source: ProvenanceSource): readonly Leaf[] {
    const leaves = leavesOf(value, mostLeaves);
    if (leaves === undefined) this.#forget(source, "has too many parts to be kept");
    return leaves ?? [];
  }

  #forget(source: ProvenanceSource, problem: string): void {
    const bucket = this.#bucketOf(groupOf(source));
    if (!this.#forgotten.has(bucket)) this.#forgotten.set(bucket, `${describeSource(source)} ${problem}`);
  }

  #bucketOf(group: SourceGroup): number {
    const key = group.type === "tool" ? `tool ${group.tool}` : group.type;
    const known = this.#groupNumbers.get(key);
    if (known !== undefined) return known;
    this.#groups.push(group);
    this.#groupNumbers.set(key, this.#groups.length - 1);
    return this.#groups.length - 1;
  }

  /** The position of the first word of the step with an index, or of a later step. */
  #positionAfter(steps: number): number {
    const last = lastIndexWhere(this.#texts.length, (index) => (this.#textSteps[index] ?? 0) < steps);
    return this.#words.positionOf(last + 1);
  }

  #finding({ path, text }: Leaf, { start, end, sighting, length }: Span): ProvenanceFinding {
    const at = this.#words.locate(sighting, length);
    const source = this.#texts[at.text]?.source ?? { type: "prompt" };
    return { path, start, end, text: text.slice(start, end), source, sourceStart: at.start, sourceEnd: at.end };
  }

  #surroundings({ grams, gramLength, sighting: first }: Span, gram: number): Surroundings {
    const sighting = grams[gram] ?? first;
    const at = this.#words.locate(sighting, gramLength);
    const { text = "" } = this.#texts[at.text] ?? {};
    return {
      before: () => text.slice(Math.max(0, at.start - farthest), at.start),
      gap: (index) => {
        const [word, next] = [this.#words.placeOf(sighting, index), this.#words.placeOf(sighting, index + 1)];
        return next.start === word.start ? undefined : text.slice(word.end, next.start);
      },
      after: () => text.slice(at.end, at.end + farthest),
    };
  }
}

/** Where a leaf of a value comes from. */
export interface LeafTrace extends Leaf {
  readonly findings: readonly ProvenanceFinding[];
}

const mostLeaves = 10_000;
/** How many characters before and after what was found are compared. */
const farthest = 32;
