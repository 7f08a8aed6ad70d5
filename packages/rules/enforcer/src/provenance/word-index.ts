import { lastIndexWhere } from "@helve/core/internal";
import { GramTable, longestGram, type Sighting, unknownWord } from "./gram-table.ts";
import { informationOf } from "./information.ts";
import { IntegerList } from "./integer-list.ts";
import { type Reading, readings, spanInText, type TextSpan } from "./readings.ts";

/** The words of all texts of a session, in the order in which they were first seen. */
export class WordIndex {
  readonly #identifiers = new Map<string, number>();
  /** The identifiers of all words; 0 between texts. */
  readonly #stream = new IntegerList();
  /** For each word its offsets in its text. */
  readonly #starts = new IntegerList();
  readonly #ends = new IntegerList();
  readonly #table: GramTable = new GramTable(this.#stream);
  /** For each text the position of its first word. */
  readonly #textPositions: number[] = [];

  /** Adds a text, which gets the next number from 0. */
  add(text: string, bucket: number): void {
    this.#textPositions.push(this.#stream.length);
    const forms = new Set<string>();
    for (const reading of readings(text)) {
      const first = this.#stream.length;
      for (const [index, word] of reading.words.entries()) {
        if (reading.kind === "forms") {
          if (forms.has(word)) continue;
          forms.add(word);
        }
        const { start, end } = spanInText(reading, index, index + 1);
        this.#push(this.#identify(word), start, end);
        if (reading.kind === "forms") this.#push(0, 0, 0);
      }
      this.#push(0, 0, 0);
      const end = this.#stream.length - 1;
      for (let position = first; position < end; position++) {
        for (let length = 1; length <= longestGram && this.#stream.at(position + length - 1) !== 0; length++) {
          this.#table.add(position, length, bucket);
        }
      }
    }
  }

  /** The position of the first word of a text; after the last text, infinity. */
  positionOf(text: number): number {
    return this.#textPositions[text] ?? Infinity;
  }

  /** The readings of a text that is to be traced, with identifiers of words. */
  read(text: string): readonly IdentifiedReading[] {
    const known = new Map<string, { readonly identifier: number; readonly information: number }>();
    const factsOf = (word: string) => {
      let facts = known.get(word);
      if (facts === undefined) {
        facts = { identifier: this.#identifiers.get(word) ?? unknownWord, information: informationOf(word) };
        known.set(word, facts);
      }
      return facts;
    };
    return readings(text).map((reading) => {
      const facts = reading.words.map(factsOf);
      const identifiers = facts.map(({ identifier }) => identifier);
      const size = reading.kind === "forms" ? 1 : Math.min(longestGram, identifiers.length);
      const sightings = Array.from({ length: identifiers.length - size + 1 }, (_, at) =>
        this.#table.sightings(identifiers, at, size),
      );
      return { ...reading, identifiers, information: facts.map(({ information }) => information), size, sightings };
    });
  }

  /** Where each bucket has `length` words of a reading first, oldest first. */
  sightings({ identifiers }: IdentifiedReading, from: number, length: number): readonly Sighting[] {
    return this.#table.sightings(identifiers, from, length);
  }

  /** The text in which a sighting is, and the offsets there of the sequence of `length` words. */
  locate({ position }: Sighting, length: number): TextSpan & { readonly text: number } {
    const starts = this.#textPositions;
    const text = Math.max(
      0,
      lastIndexWhere(starts.length, (index) => (starts[index] ?? 0) <= position),
    );
    return { text, start: this.#starts.at(position), end: this.#ends.at(position + length - 1) };
  }

  /** Where a word of a sighting is in its text, by its index in the sequence. */
  placeOf({ position }: Sighting, index: number): TextSpan {
    return { start: this.#starts.at(position + index), end: this.#ends.at(position + index) };
  }

  #identify(word: string): number {
    const known = this.#identifiers.get(word);
    if (known !== undefined) return known;
    const identifier = this.#identifiers.size + 1;
    this.#identifiers.set(word, identifier);
    return identifier;
  }

  #push(identifier: number, start: number, end: number): void {
    this.#stream.push(identifier);
    this.#starts.push(start);
    this.#ends.push(end);
  }
}

/** A reading of a text that is to be traced. */
export interface IdentifiedReading extends Reading {
  readonly identifiers: readonly number[];
  /** The information in each word, in bits. */
  readonly information: readonly number[];
  /** How many words the sequences in `sightings` have: one in `forms`, else at most `longestGram`. */
  readonly size: number;
  /** For each sequence of `size` words, by the index of its first: where each bucket has it first, oldest first. */
  readonly sightings: readonly (readonly Sighting[])[];
}
