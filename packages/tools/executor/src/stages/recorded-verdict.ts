import type { Verdict } from "@helve/core";
import { freezeCopy, isFrozenJson } from "@helve/core/internal";

/**
 * Returns a copy of a verdict for the decision and the record, so that the guard can't change either later. A verdict that is
 * known to be frozen JSON is not copied.
 *
 * @throws TypeError if the value is not a verdict, or JSON can't represent it
 */
export function recordedVerdict(returned: Verdict): Verdict {
  if (typeof returned !== "object" || returned === null) {
    throw new TypeError(`its verdict must be an object (got ${String(returned)})`);
  }
  const verdict = (isFrozenJson(returned) ? returned : freezeCopy(returned, "convert")) as unknown;
  if (isVerdict(verdict)) return verdict;
  throw new TypeError(`its verdict is invalid: ${JSON.stringify(verdict)}`);
}

/** A verdict that needs an answer. */
export type PendingVerdict = Verdict & { readonly kind: "pending" };

/** Returns whether a value is a verdict of a known kind, with valid notes. */
function isVerdict(value: unknown): value is Verdict {
  const { kind, notes = [] } = value as { readonly kind?: unknown; readonly notes?: unknown };
  if (kind === "allow") return Array.isArray(notes) && notes.every((note) => typeof note === "string");
  return kind === "stop" || kind === "pending" || kind === "end";
}

/** Returns the notes for the model in an `allow` verdict. */
export function verdictNotes(verdict: Verdict): readonly string[] {
  return (verdict.kind === "allow" && verdict.notes) || [];
}
