import { errorJson, HelveError, type JsonObject } from "@helve/core";

/** What was thrown, as JSON, with what errors are told apart by. */
export interface ThrownJson {
  readonly name: string;
  readonly message: string;
  /** Whether it is an error of Helve's. */
  readonly helve: boolean;
  /** What else it says of itself: its code, the file that it is about. */
  readonly fields: JsonObject;
  readonly cause?: ThrownJson;
}

const deepestCause = 8;

/** Anything that was thrown as JSON; an error's fields when they are texts, numbers and truth values. */
export function thrownJson(thrown: unknown, depth = 0): ThrownJson {
  const { message } = errorJson(thrown);
  if (!(thrown instanceof Error)) return { name: "Error", message, helve: false, fields: {} };
  return {
    name: thrown.name,
    message,
    helve: HelveError.is(thrown),
    fields: Object.fromEntries(Object.entries(thrown).filter(([key, value]) => key !== "name" && isPrimitive(value))),
    ...(thrown.cause !== undefined && depth < deepestCause && { cause: thrownJson(thrown.cause, depth + 1) }),
  };
}

/** An error that is told apart as the one that was thrown. */
export function thrownError({ name, message, helve, fields, cause }: ThrownJson): Error {
  const options = cause === undefined ? {} : { cause: thrownError(cause) };
  const error = helve ? new ReplayedError(message, options) : new Error(message, options);
  for (const [key, value] of Object.entries({ ...fields, name })) {
    Object.defineProperty(error, key, { value, enumerable: key !== "name", writable: true, configurable: true });
  }
  return error;
}

/** An error of Helve's from a tape; its fields say which. */
class ReplayedError extends HelveError {
  override readonly code: string = "error";
}

function isPrimitive(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
}
