/**
 * Signs and verifies records of a person, such as an approval. Used in this folder only, so that the bundle exports no function that
 * signs.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { canonicalJson, type JsonValue } from "@helve/core";
import { isObject } from "@helve/core/internal";
import { hasRecordKey, readRecordKey, recordKeyPath } from "./record-key.ts";

/** The kind of a record. A signature is valid for records of its kind only. */
export type RecordKind = "approval" | "trust" | "unattended" | "learned";

/** Signs records of a state folder. The caller has asked a person. */
export function signature(state: string, kind: RecordKind, content: JsonValue): string {
  return createHmac("sha256", readRecordKey(state))
    .update(canonicalJson(["helve", kind, content]))
    .digest("hex");
}

/**
 * Checks that Helve has signed a record after a person has confirmed it.
 *
 * @param found - the signature in the record
 * @param place - names the record in the message
 * @throws Error if the signature is missing or invalid
 */
export function checkSignature(
  { state, kind, place }: { readonly state: string; readonly kind: RecordKind; readonly place: string },
  content: JsonValue,
  found: unknown,
): void {
  if (!hasRecordKey(state)) throw new Error(`${place} can't be checked, because ${recordKeyPath(state)} is missing`);
  const expected = Buffer.from(signature(state, kind, content), "hex");
  const given = Buffer.from(typeof found === "string" ? found : "", "hex");
  if (given.length === expected.length && timingSafeEqual(given, expected)) return;
  throw new Error(
    `${place} has no valid signature: Helve has not written it after a person confirmed it. A person removes the file, and confirms again`,
  );
}

/** The fields of a record in JSON. Text that is not a JSON object has no fields, and so no valid signature. */
export function recordFields(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
