/**
 * A map on top of another one, which it does not copy or change: `get` finds an own entry first. Readers use it for the files that
 * earlier code wrote, which may be many.
 */
export class LayeredMap<Value> implements ReadonlyMap<string, Value> {
  /** The entries that were set here. */
  readonly own: Map<string, Value> = new Map();
  readonly #below: ReadonlyMap<string, Value> | undefined;

  constructor(below: ReadonlyMap<string, Value> | undefined) {
    this.#below = below;
  }

  /** The number of entries; an entry in both maps counts twice. */
  get size(): number {
    return this.own.size + (this.#below?.size ?? 0);
  }

  get(key: string): Value | undefined {
    return this.own.get(key) ?? this.#below?.get(key);
  }

  has(key: string): boolean {
    return this.own.has(key) || this.#below?.has(key) === true;
  }

  set(key: string, value: Value): void {
    this.own.set(key, value);
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
