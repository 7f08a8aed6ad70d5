import { longestTimer } from "./wait-unless-aborted.ts";

/**
 * Calls a function after a time limit; never for one that is longer than any timer, such as `Infinity`, which `setTimeout` would end at once.
 *
 * @param milliseconds - the limit; none if absent
 * @returns the timer for `clearTimeout`
 */
export function startTimeout(
  end: () => void,
  milliseconds: number | undefined,
): ReturnType<typeof setTimeout> | undefined {
  return milliseconds !== undefined && milliseconds <= longestTimer ? setTimeout(end, milliseconds) : undefined;
}
