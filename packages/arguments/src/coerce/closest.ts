import type { Outcome } from "./outcome.ts";

/**
 * The outcome that is closest to what was sent. Of equally close ones the one of which more is known, then the first.
 *
 * @param known - how much of an outcome its schema knows; the same for all when not given
 */
export function closest(
  outcomes: Iterable<Outcome>,
  known: (outcome: Outcome) => number = () => 0,
): Outcome | undefined {
  let best: Outcome | undefined;
  for (const outcome of outcomes) {
    const isCloser = best === undefined || outcome.cost < best.cost;
    if (isCloser || (outcome.cost === best?.cost && known(outcome) > known(best))) best = outcome;
  }
  return best;
}
