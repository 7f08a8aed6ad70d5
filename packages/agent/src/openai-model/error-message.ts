import { isObject } from "@helve/core/internal";

/** Returns the message in the body of an error, which servers write in several forms; at most 500 characters. */
export function errorMessage(body: string): string {
  return (messageIn(parsed(body)) ?? body.trim()).slice(0, maxLength) || "no message";
}

/** Returns the message in an error that was parsed already. */
export function messageIn(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (!isObject(value)) return undefined;
  const { error, message, detail } = value;
  const found = messageIn(error) ?? (typeof message === "string" ? message : undefined);
  if (found !== undefined) return found;
  return detail === undefined || typeof detail === "string" ? detail : JSON.stringify(detail);
}

const maxLength = 500;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
