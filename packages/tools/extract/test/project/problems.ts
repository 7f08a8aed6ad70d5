// A module with what JSON can't represent.

/** Takes a date and a callback. */
export function remind(when: Date, done: () => void): void {
  void [when, done];
}

/** Takes anything. */
// biome-ignore lint/suspicious/noExplicitAny: the type that is reported
export function log(value: any): void {
  void value;
}

export function silent(): void {}

/** Counts. */
export function count(ids: Set<string>): bigint {
  return BigInt(ids.size);
}
