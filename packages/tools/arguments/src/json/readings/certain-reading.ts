/** Reads JSON text as far as it has only one possible reading. */
import type { Issue, Repair } from "@helve/core";
import type { ResolvedOptions } from "../../decode-options.ts";
import { unreadableIssue } from "../text-issue.ts";
import { close, open, rootValue } from "./frames.ts";
import { advance } from "./next-states.ts";
import { unknownShape } from "./shape.ts";
import { newSource, type Source } from "./source.ts";
import { newState, pointerOf, repairsOf, type State } from "./state.ts";

/** A value that was read from a text, or the issues of the place where reading ended. */
export interface CertainReading {
  /** The value; up to the place where reading ended, if there are issues. */
  readonly value: unknown;
  readonly issues: readonly Issue[];
  readonly repairs: readonly Repair[];
  readonly numberSpellings: ReadonlyMap<string, string>;
  /** The offset after the value. */
  readonly end: number;
  readonly isTruncated: boolean;
  /** For a partial text: the JSON pointers of values that its end cut off, innermost first, and of complete values beside them. */
  readonly openPaths: readonly string[];
  readonly completePaths: readonly string[];
}

/**
 * Reads the value at an offset as far as the text leaves no choice: valid JSON, and other text whose repair can't be meant
 * otherwise. Where it leaves one, reading ends with an issue, and the readings have to be compared.
 *
 * @param isCall - whether named arguments start there, `(a=1)`
 * @param isPartial - whether the text is still being received: a choice that does not end reading is made
 */
export function certainReading(
  text: string,
  start: number,
  options: ResolvedOptions,
  { isCall = false, isPartial = false }: { readonly isCall?: boolean; readonly isPartial?: boolean } = {},
): CertainReading {
  const source = newSource(text, options, { isPartial });
  const state = newState(start, unknownShape);
  if (isCall) open(state, source, "call", start + 1);
  while (isReading(state)) {
    const { at } = state;
    advance(state, source);
    if (!isPartial && (state.isUncertain || state.isAmbiguous)) state.failure ??= { at, expected: "valid JSON" };
  }
  const { failure } = state;
  if (failure !== undefined && !source.issues.some(({ code }) => code === "too_deep"))
    source.issues.push(unreadableIssue(text, failure.at, { expected: failure.expected, path: pointerOf(state) }));
  if (failure !== undefined) closeAll(state, source);
  return {
    value: rootValue(state),
    issues: source.issues,
    repairs: repairsOf(state),
    numberSpellings: source.numberSpellings,
    end: state.at,
    isTruncated: state.isTruncated,
    openPaths: failure === undefined ? source.openPaths : [""],
    completePaths: failure === undefined ? source.completePaths : [],
  };
}

function isReading({ expected, failure }: State): boolean {
  return expected !== "end" && failure === undefined;
}

/** Closes everything where reading ended. */
function closeAll(state: State, source: Source): void {
  while (state.frame !== undefined) close(state, source, state.at);
}
