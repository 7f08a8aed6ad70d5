/** Writes the JSON-RPC text of a call. */
import { canonicalJson, errorJson, HelveError } from "@helve/core";
import { isObject, quote } from "@helve/core/internal";
import { InvalidArgumentsError } from "./errors.ts";

/** The text of a call. @throws InvalidArgumentsError naming what JSON can't represent */
export function requestText(form: CallForm, method: string, params: unknown, id: string): string {
  if (!isObject(params)) {
    const got = Array.isArray(params) ? "a list" : params === null ? "null" : `a ${typeof params}`;
    throw new InvalidArgumentsError(`the arguments of ${quote(method)} must be an object (got ${got})`);
  }
  try {
    return JSON.stringify(
      form === "daemon" ? { id, name: method, arguments: params } : { jsonrpc: "2.0", method, params, id },
    );
  } catch (cause) {
    throw new InvalidArgumentsError(
      `the arguments of ${quote(method)} can't be sent as JSON: ${problemOf(params, cause)}`,
      {
        cause,
      },
    );
  }
}

/** The format of calls: JSON-RPC, or the form that OpenTool's daemon expects for one of its tools. */
export type CallForm = "json-rpc" | "daemon";

/** Finds the part of a value that JSON can't represent, with its path. */
function problemOf(value: unknown, thrown: unknown): string {
  try {
    canonicalJson(value);
  } catch (error) {
    if (HelveError.is(error)) return error.message;
  }
  return errorJson(thrown).message;
}
