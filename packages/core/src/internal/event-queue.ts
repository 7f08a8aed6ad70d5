/** Passes values from callbacks to one reader, in their order. */
export class EventQueue<Value> {
  #values: Value[] = [];
  #isClosed = false;
  #wake: (() => void) | undefined;

  push(value: Value): void {
    if (!this.#isClosed) this.#values.push(value);
    this.#wake?.();
  }

  /** No value follows. */
  close(): void {
    this.#isClosed = true;
    this.#wake?.();
  }

  async *read(): AsyncGenerator<Value> {
    for (;;) {
      const values = this.#values;
      this.#values = [];
      yield* values;
      if (this.#values.length > 0) continue;
      if (this.#isClosed) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
