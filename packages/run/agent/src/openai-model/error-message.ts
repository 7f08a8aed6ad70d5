import { isObject } from "@helve/core/internal";
import { codeOf, ModelError } from "../model-error.ts";

/** Returns the message in the body of an error, which servers write in several forms; at most 500 characters. */
export function errorMessage(body: string): string {
  return (messageIn(parsed(body)) ?? body.trim()).slice(0, maxLength) || "no message";
}

/** Returns the message in an error that was parsed already. */
function messageIn(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (!isObject(value)) return undefined;
  const { error, message, detail } = value;
  const found = messageIn(error) ?? (typeof message === "string" ? message : undefined);
  if (found !== undefined) return found;
  return detail === undefined || typeof detail === "string" ? detail : JSON.stringify(detail);
}

const maxLength = 500;

/**
 * Throws the error that a server sent as an answer or in a stream: in `error`, or as an object of the type `error`.
 *
 * @throws ModelError by the status in its `code`; of the code `server` without one
 */
export function throwIfError(model: string, value: Readonly<Record<string, unknown>>): void {
  const { error, object, type } = value;
  const isError = object === "error" || (type === "error" && value["choices"] === undefined);
  if ((error === undefined || error === null) && !isError) return;
  const message = (messageIn(error) ?? messageIn(value) ?? "the server sent an error").slice(0, maxLength);
  const { code } = isObject(error) ? error : value;
  const status = typeof code === "number" && code >= 400 && code < 600 ? code : 500;
  throw new ModelError(codeOf(status, message), `${model}: ${message}`);
}

/** Parses JSON; `undefined` if it is invalid. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
