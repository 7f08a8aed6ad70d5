/** A seeded source of random choices, so that a test can be repeated. */

/** A source of random choices that a seed determines. */
export interface Random {
  /** An integer from 0 to `limit - 1`. */
  readonly below: (limit: number) => number;
  /** Whether an event of this probability happens. */
  readonly chance: (probability: number) => boolean;
  /** One of the choices. */
  readonly pick: <T>(choices: readonly [T, ...T[]] | readonly T[]) => T;
}

/** Creates the random choices of a seed: the generator mulberry32. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    chance: (probability) => next() < probability,
    pick: (choices) => {
      const choice = choices[below(choices.length)];
      if (choice === undefined) throw new Error("nothing to pick from");
      return choice;
    },
  };
}
