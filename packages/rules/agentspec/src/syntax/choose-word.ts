import { closestName } from "@helve/core/internal";
import { type ParserState, type PlacedToken, quoteShort, reportIssue, tokenRange } from "./parser-state.ts";
import { replacementFix } from "./unsupported-syntax.ts";

/** Returns the word of a token if it is one of the allowed words; otherwise reports an issue with the most similar word. */
export function chooseWord<T extends string>(
  token: PlacedToken,
  words: readonly T[],
  code: string,
  state: ParserState,
): T | undefined {
  const found = words.find((word) => word === token.image);
  if (found !== undefined) return found;
  const range = tokenRange(state, token);
  const meant = closestName(token.image, words);
  const expected = words.length === 2 ? words.join(" or ") : `one of ${words.join(", ")}`;
  const hint = meant === undefined ? "" : `: did you mean "${meant}"?`;
  reportIssue(state, code, {
    message: `expected ${expected} (got ${quoteShort(token.image)})${hint}`,
    range,
    expected,
    quickFix: meant === undefined ? undefined : replacementFix(range, token.image, meant),
  });
  return undefined;
}
