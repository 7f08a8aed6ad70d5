/** Converts the outcome of a call to the result or error that an OpenTool server sends. */
import type { ActionReturn, ActionStatus, ResultPart } from "@helve/core";
import { didYouMean, isObject } from "@helve/core/internal";
import { type OpenToolFunction, openToolErrorCodes } from "@helve/opentool";
import type { RpcError } from "./rpc.ts";

/** The result of a call or its error, as they are sent. */
export type Answer = { readonly ok: true; readonly result: object } | { readonly ok: false; readonly error: RpcError };

/**
 * Converts an action return to a result or an error. The message of an error is what a model would read, so that the message of an
 * unexpected error, which may contain secrets, is not sent.
 */
export function answerOf({ status, result, observation }: ActionReturn, fn: OpenToolFunction): Answer {
  if (result !== null) return { ok: true, result: resultObject(returnedValue(result), fn.return?.name) };
  const message = observation.parts.flatMap((part) => (part.type === "text" ? [part.content] : [])).join("\n");
  return { ok: false, error: { code: codes[status], message } };
}

/**
 * The error of a call of a function that is not in the document. The name is not repeated, because it may be long and the caller knows it.
 *
 * @param names - of the functions in the document; a tool of a toolkit is `Weather-set_home` there, not `Weather.set_home`
 */
export function unknownFunction(name: string, names: readonly string[]): Answer {
  return {
    ok: false,
    error: {
      code: openToolErrorCodes.unknownFunction,
      message: `Function Not Supported: the server has no such function${didYouMean(name.slice(0, 100), names)}.`,
    },
  };
}

const codes: Readonly<Record<ActionStatus, number>> = {
  success: openToolErrorCodes.failed, // never an error
  unknown_tool: openToolErrorCodes.unknownFunction,
  invalid_arguments: openToolErrorCodes.invalidArguments,
  stopped: openToolErrorCodes.forbidden,
  pending: openToolErrorCodes.forbidden,
  failed: openToolErrorCodes.failed,
};

/**
 * Returns a value as OpenTool sends it: an object as it is, any other value in an object under the name of the function's return, no
 * value as an empty object.
 *
 * @param name - the name of the return; `result` if the function has none
 */
export function resultObject(value: unknown, name = "result"): object {
  if (value === undefined) return {};
  return isObject(value) ? value : { [name]: value };
}

/** Returns the value that a tool returned: the content of a single text or JSON part, else the parts themselves. */
export function returnedValue(parts: readonly ResultPart[]): unknown {
  const [part, ...more] = parts;
  return more.length === 0 && (part?.type === "text" || part?.type === "json") ? part.content : part && parts;
}
