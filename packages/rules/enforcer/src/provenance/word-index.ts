import { lastIndexWhere } from "@helve/core/internal";
import { GramTable, longestGram, type Sighting } from "./gram-table.ts";
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

  /** The readings of a text that is to be traced, with identifiers of words; unknown words are -1. */
  read(text: string): readonly IdentifiedReading[] {
    return readings(text).map((reading) => ({
      ...reading,
      identifiers: reading.words.map((word) => this.#identifiers.get(word) ?? -1),
      information: reading.words.map(informationOf),
    }));
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

  /** Where the words of a sighting are in its text. */
  placesOf({ position }: Sighting, length: number): readonly TextSpan[] {
    return Array.from({ length }, (_, index) => ({
      start: this.#starts.at(position + index),
      end: this.#ends.at(position + index),
    }));
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
}
