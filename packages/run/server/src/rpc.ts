/** Reads JSON-RPC requests and writes JSON-RPC responses. */
import { isObject, parseExactJson, roundedNumbers } from "@helve/core/internal";
import { openToolErrorCodes } from "@helve/opentool";

/** A JSON-RPC request (JSON-RPC 2.0 §4) as OpenTool uses it: `params` is an object. */
export interface RpcRequest {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly id: RpcId;
}

/** Other SDKs send texts; a number is answered with the same number. */
export type RpcId = string | number;

/** The error of a JSON-RPC response. */
export interface RpcError {
  readonly code: number;
  readonly message: string;
}

/** The request in a body, or the error and the id with which to refuse it. */
export type ReadRpc =
  | { readonly ok: true; readonly request: RpcRequest }
  | { readonly ok: false; readonly error: RpcError; readonly id: RpcId | null };

/** Reads a JSON-RPC request, whose `params` keep their numbers as they are written. Any `jsonrpc` is accepted: SDKs send `"2.0"`, `"2.0.0"` or none. */
export function readRpc(text: string): ReadRpc {
  let value: unknown;
  try {
    value = parseExactJson(text);
  } catch {
    return refused(openToolErrorCodes.parseError, "The body must be JSON.", null);
  }
  if (!isObject(value))
    return refused(openToolErrorCodes.invalidRequest, "The body must be one JSON-RPC request, an object.", null);
  const { method, params, id: exactId } = value;
  const id = roundedNumbers(exactId);
  const knownId = isId(id) ? id : null;
  if (typeof method !== "string")
    return refused(openToolErrorCodes.invalidRequest, '"method" must be the name of a function.', knownId);
  if (knownId === null)
    return refused(openToolErrorCodes.invalidRequest, '"id" must be a text of at most 1,000 characters.', null);
  if (params !== undefined && params !== null && !isObject(params)) {
    return refused(openToolErrorCodes.invalidParams, '"params" must be an object.', knownId);
  }
  return { ok: true, request: { method, params: params ?? {}, id: knownId } };
}

/** Refuses an invalid request. */
function refused(code: number, message: string, id: RpcId | null): ReadRpc {
  return { ok: false, error: { code, message }, id };
}

function isId(id: unknown): id is RpcId {
  return (typeof id === "string" && id.length <= maxIdLength) || (typeof id === "number" && Number.isFinite(id));
}

/** Ids are kept in records and logs. */
const maxIdLength = 1_000;

/** The text of a response with a result. */
export function resultText(result: object, id: RpcId): string {
  return JSON.stringify({ jsonrpc: "2.0", result, id });
}

/** The text of a response with an error. `result` is there because clients of other SDKs need it. */
export function errorText(error: RpcError, id: RpcId | null): string {
  return JSON.stringify({ jsonrpc: "2.0", result: {}, error, id });
}
