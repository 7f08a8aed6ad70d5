/** A table of short word sequences, which finds where a sequence occurs in the sources. */
import { IntegerList } from "./integer-list.ts";

/** The most words of a sequence in the table. */
export const longestGram = 3;

/**
 * Remembers for every sequence of one to three words where each bucket has it first. A sequence is found by its hash and compared
 * with the words themselves, so that hashes need not be unique.
 */
export class GramTable {
  readonly #stream: IntegerList;
  /** For each slot the first entry of its sequence plus one; 0 if it is free. */
  #slots = new Int32Array(1024);
  #used = 0;
  readonly #positions = new IntegerList();
  readonly #lengths = new IntegerList();
  readonly #buckets = new IntegerList();
  /** For each entry the next one of the same sequence plus one, in the order of addition; 0 for the last. */
  readonly #next = new IntegerList();

  /** @param stream - the identifiers of all words in order; 0 between texts */
  constructor(stream: IntegerList) {
    this.#stream = stream;
  }

  /** Adds the sequence of `length` words at a position of the stream, unless the bucket has it. */
  add(position: number, length: number, bucket: number): void {
    const words = [this.#stream.at(position), this.#stream.at(position + 1), this.#stream.at(position + 2)];
    const slot = this.#slotOf(words, length);
    const first = this.#slots[slot] ?? 0;
    let last = 0;
    for (let entry = first; entry !== 0; entry = this.#next.at(entry - 1)) {
      if (this.#buckets.at(entry - 1) === bucket) return;
      last = entry;
    }
    this.#positions.push(position);
    this.#lengths.push(length);
    this.#buckets.push(bucket);
    this.#next.push(0);
    const added = this.#positions.length;
    if (last !== 0) this.#next.set(last - 1, added);
    else {
      this.#slots[slot] = added;
      if (++this.#used * 2 > this.#slots.length) this.#grow();
    }
  }

  /**
   * Where each bucket has a sequence first, oldest first.
   *
   * @param words - identifiers of words; the sequence is `length` of them, starting at `from`
   */
  sightings(words: Int32Array, from: number, length: number): readonly Sighting[] {
    for (let at = from; at < from + length; at++) if (words[at] === unknownWord) return noSightings;
    const sequence = [words[from] ?? 0, words[from + 1] ?? 0, words[from + 2] ?? 0];
    let entry = this.#slots[this.#slotOf(sequence, length)] ?? 0;
    if (entry === 0) return noSightings;
    const found: Sighting[] = [];
    for (; entry !== 0; entry = this.#next.at(entry - 1)) {
      found.push({ position: this.#positions.at(entry - 1), bucket: this.#buckets.at(entry - 1) });
    }
    return found;
  }

  /** The slot of a sequence, or the free slot where it belongs. */
  #slotOf(words: readonly number[], length: number): number {
    const mask = this.#slots.length - 1;
    let slot = hash(words, length) & mask;
    for (;;) {
      const entry = this.#slots[slot] ?? 0;
      if (entry === 0 || this.#is(entry - 1, words, length)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #is(entry: number, words: readonly number[], length: number): boolean {
    if (this.#lengths.at(entry) !== length) return false;
    const position = this.#positions.at(entry);
    for (let index = 0; index < length; index++) {
      if (this.#stream.at(position + index) !== words[index]) return false;
    }
    return true;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Int32Array(old.length * 2);
    for (const entry of old) {
      if (entry === 0) continue;
      const position = this.#positions.at(entry - 1);
      const words = [this.#stream.at(position), this.#stream.at(position + 1), this.#stream.at(position + 2)];
      this.#slots[this.#slotOf(words, this.#lengths.at(entry - 1))] = entry;
    }
  }
}

/** Where a bucket has a sequence of words first. */
export interface Sighting {
  /** In the stream of words: the smaller, the earlier. */
  readonly position: number;
  readonly bucket: number;
}

/** Stands for a word that no text has. */
export const unknownWord = -1;

const noSightings: readonly Sighting[] = [];

/** Identifiers are given in the order of first sight, so an attacker who knows them could aim at one slot: hence the seed. */
const seed = Math.floor(Math.random() * 0x7fffffff);

/** Hashes a sequence of words. */
function hash(words: readonly number[], length: number): number {
  let value = seed ^ length;
  for (let index = 0; index < length; index++) {
    value = Math.imul(value ^ (words[index] ?? 0), 0x9e3779b1);
    value ^= value >>> 15;
    value = Math.imul(value, 0x85ebca77);
    value ^= value >>> 13;
  }
  return value >>> 0;
}
