import { lastIndexWhere } from "@helve/core/internal";
import { GramTable, longestGram, type Sighting, unknownWord } from "./gram-table.ts";
import { informationOf, isCommon, leastInformation } from "./information.ts";
import { IntegerList } from "./integer-list.ts";
import { type Reading, readings, shortestJoined, spanInText, startOfForm, type TextSpan } from "./readings.ts";

/** The words of all texts of a session, in the order in which they were first seen. */
export class WordIndex {
  readonly #identifiers = new Map<string, number>();
  /** The information in each word, by its identifier. */
  readonly #information = [0];
  /** How the words begin that an account or phone number may be. */
  readonly #longFormStarts = new Set<string>();
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
    return readings(text, this.#longFormStarts).map((reading) => {
      const { words, kind } = reading;
      const identifiers = new Int32Array(words.length);
      const information = new Float64Array(words.length);
      let unknown = 0;
      for (let at = 0; at < words.length; at++) {
        const word = words[at] ?? "";
        const identifier = this.#identifiers.get(word) ?? unknownWord;
        identifiers[at] = identifier;
        if (identifier !== unknownWord) information[at] = this.#information[identifier] ?? 0;
        // Beyond some information, it makes no difference how much of a value stands nowhere.
        else if (unknown < leastInformation || isCommon(word)) unknown += information[at] = informationOf(word);
        else information[at] = leastInformation;
      }
      const size = kind === "forms" ? 1 : Math.min(longestGram, words.length);
      const sightings: (readonly Sighting[])[] = [];
      for (let at = 0; at + size <= words.length; at++) sightings.push(this.#table.sightings(identifiers, at, size));
      return { ...reading, identifiers, information, size, sightings };
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
    this.#information.push(informationOf(word));
    if (word.length >= shortestJoined) this.#longFormStarts.add(startOfForm(word));
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
  readonly identifiers: Int32Array;
  /** The information in each word, in bits. */
  readonly information: Float64Array;
  /** How many words the sequences in `sightings` have: one in `forms`, else at most `longestGram`. */
  readonly size: number;
  /** For each sequence of `size` words, by the index of its first: where each bucket has it first, oldest first. */
  readonly sightings: readonly (readonly Sighting[])[];
}
