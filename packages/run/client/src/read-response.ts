/** Reads the responses of OpenTool servers, in the variants that every SDK sends. */
import { isObject, parseReadableJson, quote } from "@helve/core/internal";
import {
  ErrorNullError,
  InvalidResponseError,
  NoAccessError,
  ResponseNullError,
  ServerCallError,
  UnauthorizedError,
} from "./errors.ts";

/** A response whose text was read. */
export interface ReadResponse {
  readonly url: string;
  readonly status: number;
  readonly text: string;
}

/**
 * Returns the result of a call. Reads what every SDK sends: any `jsonrpc`, `null` for what is absent, empty ids, errors with the status
 * 200 or 500, and errors inside of the text of an error.
 *
 * @throws RequestError
 */
export function readCallResponse(response: ReadResponse, { id, detectErrorResults = false }: ReadCallOptions): unknown {
  const { status } = response;
  throwIfRefused(response);
  const value = readJson(response);
  if (value === undefined || value === null)
    throw new ResponseNullError(`the server answered ${status} without a body`, { status });
  if (!isObject(value))
    throw new InvalidResponseError(`the answer must be a JSON object (got ${quote(response.text)})`);
  const error = errorIn(value, status);
  if (error !== undefined) throw error;
  if (status >= 400) throw new ErrorNullError(`the server answered ${status} without an error`, { status });
  checkId(value["id"], id);
  const result = value["result"] ?? {};
  if (detectErrorResults && isErrorResult(result)) throw callError(result["code"], result["message"]);
  return result;
}

/** Options of {@link readCallResponse}. */
export interface ReadCallOptions {
  /** The id of the call; absent if the answer may have any. */
  readonly id?: string | undefined;
  readonly detectErrorResults?: boolean | undefined;
}

/** Throws if a response is from no OpenTool server, or the key is wrong. */
export function throwIfRefused({ url, status, text }: ReadResponse): void {
  if (status === 401) throw new UnauthorizedError("the server refuses the key: check `apiKey`", { status });
  if (status !== 404 && status !== 405) return;
  // A server may send the status of a failed function.
  const value = parsed(text);
  if (isObject(value) && "jsonrpc" in value) return;
  const hint = url === "" || url.includes("/opentool") ? "" : ", whose path is usually /opentool,";
  const said = isObject(value) && typeof value["error"] === "string" ? `; it says ${quote(value["error"], 200)}` : "";
  const message = `${url} is not there (HTTP ${status}): check the address${hint} and the version of the server${said}`;
  throw new NoAccessError(message, { status });
}

/** Returns the value of a JSON text; `undefined` if it is empty. @throws ServerCallError, InvalidResponseError if it is not JSON */
export function readJson({ status, text }: ReadResponse): unknown {
  if (text.trim() === "") return undefined;
  const value = parsed(text);
  if (value !== notJson) return value;
  if (status >= 400) throw new ServerCallError(`the server answered ${status}: ${excerptOf(text)}`, { status });
  throw new InvalidResponseError(`the answer must be JSON (got ${quote(text)})`);
}

/** Returns the error in an answer: of JSON-RPC, or a text or an object alone; `undefined` if not found. */
export function errorIn(value: Readonly<Record<string, unknown>>, status: number): ServerCallError | undefined {
  const { error, result } = value;
  if (isObject(error)) return callError(error["code"] ?? status, error["message"]);
  if (typeof error === "string" && error !== "") return callError(status, error);
  if (result === undefined && isErrorResult(value)) return callError(value["code"], value["message"]);
  return undefined;
}

/** Whether a value is `{ code, message }` with a code of an error. */
export function isErrorResult(value: unknown): value is { readonly code: number; readonly message: string } {
  if (!isObject(value) || typeof value["message"] !== "string" || typeof value["code"] !== "number") return false;
  return (
    (value["code"] >= 400 || value["code"] < 0) &&
    Object.keys(value).every((key) => ["code", "message", "id"].includes(key))
  );
}

/** Creates the error of a call. Some servers send the error as JSON in the text of another; the innermost is the one. */
function callError(code: unknown, message: unknown): ServerCallError {
  let [status, text] = [code, message];
  for (let depth = 0; depth < maxNesting && typeof text === "string" && text.trimStart().startsWith("{"); depth++) {
    const inner = parsed(text);
    if (!isObject(inner) || typeof inner["message"] !== "string") break;
    [status, text] = [inner["code"] ?? status, inner["message"]];
  }
  const said = typeof text === "string" ? text : "";
  return new ServerCallError(said.trim() === "" ? "the server reported an error without a message" : shortened(said), {
    status: typeof status === "number" ? status : undefined,
  });
}

const maxNesting = 8;

/** Shortens a server's message. */
function shortened(text: string): string {
  if (text.length <= maxMessage) return text;
  const beginning = text.slice(0, maxMessage).replace(/[\uD800-\uDBFF]$/, "");
  return `${beginning}… (${text.length} characters)`;
}

/** In characters. */
const maxMessage = 10_000;

/** Throws if an answer belongs to another request. */
function checkId(id: unknown, expected: string | undefined): void {
  if (expected === undefined || id === undefined || id === null || id === "" || String(id) === expected) return;
  throw new InvalidResponseError(`the answer is for the call ${quote(String(id))}, not for ${quote(expected)}`);
}

const notJson = Symbol("not JSON");

/** Parses a response as JSON, or says that it is none. */
function parsed(text: string): unknown {
  try {
    return parseReadableJson(text);
  } catch {
    return notJson;
  }
}

/** The beginning of a text or of an HTML page on one line. */
function excerptOf(text: string): string {
  return text
    .slice(0, 10_000)
    .replace(/<[^<>]*>/g, " ") // linear, also for a page of only `<`
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 500);
}
