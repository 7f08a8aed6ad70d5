/** A map on top of another map that is not copied: the files of a script on top of those of earlier code. */

/** A map for lookups. `get` and `has` may know more than the listed entries: links of the disk, for example. */
export type LookupMap<Value> = Pick<ReadonlyMap<string, Value>, "get" | "has" | "size"> & Iterable<[string, Value]>;

/**
 * A map on top of another one, which it does not copy or change: `get` finds an own entry first. Readers use it for the files that
 * earlier code wrote, which may be many.
 */
export class LayeredMap<Value> implements ReadonlyMap<string, Value> {
  /** The entries that were set here. */
  readonly own: Map<string, Value> = new Map();
  readonly #below: LookupMap<Value> | undefined;
  /** Converts a key that is looked up or set. */
  readonly keyOf: (key: string) => string;

  /**
   * @param below - the other map
   * @param keyOf - converts a key that is looked up or set, so that different texts for one path find the same entry
   */
  constructor(below: LookupMap<Value> | undefined, keyOf: (key: string) => string = (key) => key) {
    this.#below = below;
    this.keyOf = keyOf;
  }

  /** The number of entries; an entry in both maps counts twice. */
  get size(): number {
    return this.own.size + (this.#below?.size ?? 0);
  }

  get(key: string): Value | undefined {
    if (this.size === 0) return;
    const own = this.keyOf(key);
    return this.own.has(own) ? this.own.get(own) : this.#below?.get(own);
  }

  /** The value that the map below has for a key. */
  below(key: string): Value | undefined {
    return this.#below?.get(this.keyOf(key));
  }

  has(key: string): boolean {
    if (this.size === 0) return false;
    const own = this.keyOf(key);
    return this.own.has(own) || this.#below?.has(own) === true;
  }

  set(key: string, value: Value): void {
    this.own.set(this.keyOf(key), value);
  }

  *entries(): MapIterator<[string, Value]> {
    yield* this.own;
    for (const entry of this.#below ?? []) if (!this.own.has(entry[0])) yield entry;
  }

  *keys(): MapIterator<string> {
    for (const [key] of this.entries()) yield key;
  }

  *values(): MapIterator<Value> {
    for (const [, value] of this.entries()) yield value;
  }

  forEach(visit: (value: Value, key: string, map: ReadonlyMap<string, Value>) => void): void {
    for (const [key, value] of this.entries()) visit(value, key, this);
  }

  [Symbol.iterator](): MapIterator<[string, Value]> {
    return this.entries();
  }
}
