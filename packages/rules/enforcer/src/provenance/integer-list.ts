/** A list of 32-bit integers that grows. */
export class IntegerList {
  #values = new Int32Array(256);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The integer at an index; 0 after the end. */
  at(index: number): number {
    return index < this.#length ? (this.#values[index] ?? 0) : 0;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const longer = new Int32Array(this.#length * 2);
      longer.set(this.#values);
      this.#values = longer;
    }
    this.#values[this.#length++] = value;
  }

  set(index: number, value: number): void {
    this.#values[index] = value;
  }
}
