import { isObject } from "@helve/core/internal";
import type { StoreChange } from "./store-backend.ts";
import { StoreError } from "./store-error.ts";

/**
 * Parses stored changes, whose versions must follow each other.
 *
 * @param after - the version before the first one
 * @throws StoreError `unreadable`
 */
export function parseChanges(texts: readonly string[], session: string, after: number): readonly StoreChange[] {
  return texts.map((text, index) => {
    const change = parseJson(text);
    const version = after + index + 1;
    if (isChange(change) && change.version === version) return change;
    throw new StoreError(
      "unreadable",
      `The change ${version} of the session ${session} can't be read: ${text.slice(0, 100)}`,
    );
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isChange(value: unknown): value is StoreChange {
  if (!isObject(value)) return false;
  const { version, at, patch } = value;
  return typeof version === "number" && typeof at === "number" && Array.isArray(patch) && patch.every(isOperation);
}

function isOperation(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { op, path } = value;
  const isKnown = op === "remove" || ((op === "add" || op === "replace") && Object.hasOwn(value, "value"));
  return isKnown && typeof path === "string" && path.startsWith("/");
}
