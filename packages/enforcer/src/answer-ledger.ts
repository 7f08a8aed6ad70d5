/** Keeps which answers were used, so that none is used twice. Engines that answer for one another share one. */
export interface AnswerLedger {
  /**
   * Marks an answer as used. Of several that ask at once with one token, one may be told `true`.
   *
   * @param token - of the verdict that it answers
   * @returns false when it was used before
   */
  use(token: string): boolean | Promise<boolean>;
}

/** A ledger in memory: it forgets nothing while it lives, and everything with its process. */
export function memoryLedger(): AnswerLedger {
  const used = new Set<string>();
  return { use: (token) => used.size < used.add(token).size };
}
