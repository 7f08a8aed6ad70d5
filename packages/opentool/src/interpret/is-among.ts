import { equal } from "./equal.ts";

/** The test whether a value is one of some. */
export function isAmong(choices: readonly unknown[]): (value: unknown) => boolean {
  const plain = new Set(choices.filter((choice) => typeof choice !== "object" || choice === null));
  const others = choices.filter((choice) => !plain.has(choice));
  if (others.length > 0) return (value) => plain.has(value) || others.some((choice) => equal(choice, value));
  const [only] = plain;
  return plain.size === 1 ? (value) => value === only : (value) => plain.has(value);
}
