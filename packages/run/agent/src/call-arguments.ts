/** Converts the arguments of earlier calls to the object that model servers expect. */
import { isObject } from "@helve/core/internal";

/**
 * Returns the arguments of an earlier call as the object that servers expect. Text that is not a JSON object would make some
 * servers refuse the whole conversation, so the model reads it as a property of an object.
 */
export function historicArguments(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text === "" ? "{}" : text);
    if (isObject(value)) return value;
  } catch {
    // The text was not JSON: see below.
  }
  return { not_a_json_object: text };
}

/** Returns arguments that a server sent as text; some servers send objects. */
export function argumentText(value: unknown): string {
  if (typeof value === "string") return value;
  return value === undefined || value === null ? "" : JSON.stringify(value);
}
