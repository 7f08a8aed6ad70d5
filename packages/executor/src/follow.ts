/** The values of an iterable as they come. */
interface Following {
  /** The value that it returns, or the last before it when that is `undefined`. */
  readonly last: Promise<unknown>;
  /** Asks for no more of it. */
  stop(): void;
}

/** How many values may come before everybody else gets a turn: timers and signals need one. */
const turn = 256;

/** Follows an iterable to its end, or until it is stopped. */
export function follow(values: AsyncIterable<unknown, unknown>, onValue: (value: unknown) => void): Following {
  const iterator = values[Symbol.asyncIterator]();
  let isStopped = false;
  const toTheEnd = async (): Promise<unknown> => {
    let last: unknown;
    for (let count = 1; ; count++) {
      const { done, value } = await iterator.next();
      if (isStopped) return last;
      if (done === true) return value === undefined ? last : value;
      last = value;
      onValue(value);
      if (count % turn === 0) await new Promise((resolve) => setTimeout(resolve));
    }
  };
  return {
    last: toTheEnd(),
    stop: () => {
      isStopped = true;
      // It may end in its own time, or fail: nobody waits for it.
      new Promise((resolve) => resolve(iterator.return?.())).catch(() => undefined);
    },
  };
}
