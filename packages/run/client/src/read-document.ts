import { isObject } from "@helve/core/internal";
import { type OpenTool, parseOpenTool, upgradeOpenTool } from "@helve/opentool";
import { InvalidResponseError } from "./errors.ts";
import { errorIn, isErrorResult, type ReadResponse, readJson, throwIfRefused } from "./read-response.ts";

/**
 * Reads the answer of `GET /load`: a document of any dialect, perhaps with a `null` for every absent field.
 *
 * @returns `undefined` if the server has no document: it sends `{}`, `{"code": 404}` or nothing
 * @throws OpenToolError with every problem of the document; RequestError if the server sent an error
 */
export function readDocument(response: ReadResponse): ServerDocument | undefined {
  if (response.status === 404 && (response.text.trim() === "" || noParser.test(response.text))) return undefined;
  throwIfRefused(response);
  const value = readJson(response);
  if (value === undefined || value === null) return undefined;
  if (isObject(value) && !("functions" in value)) {
    if (Object.keys(value).length === 0 || (isErrorResult(value) && value.code === 404)) return undefined;
    const error = errorIn(value, response.status);
    if (error !== undefined) throw error;
  }
  const { parsed, changes } = throwIfTooDeep(() => parsedDocument(value));
  const names = changes.flatMap(({ kind, path, before }): [string, string][] => {
    const index = /^\/functions\/(\d+)\/name$/.exec(path)?.[1];
    const name = parsed.functions[Number(index)]?.name;
    return kind === "name" && typeof before === "string" && name !== undefined ? [[name, before]] : [];
  });
  return { document: parsed, originalNames: new Map(names) };
}

/** A document that a server sent. */
export interface ServerDocument {
  readonly document: OpenTool;
  /** The names by which the server knows functions whose names are not allowed in the document, by those in the document. */
  readonly originalNames: ReadonlyMap<string, string>;
}

/** Matches the answer of SDKs and the daemon if a tool has no document: `{"code":404,"message":"Json Parser NOT implement"}`. */
const noParser = /^\{[^{}]*"json ?parser[^{}]*\}$/i;

/** Parses a document of a server, of any version, and says what was changed. */
function parsedDocument(value: unknown) {
  const { document, changes } = upgradeOpenTool(withoutNulls(value));
  return { parsed: parseOpenTool(document), changes };
}

/** Returns what `work` on a document returns. @throws InvalidResponseError if the document or its references are nested too deeply */
export function throwIfTooDeep<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new InvalidResponseError("the document is nested too deeply", { cause });
  }
}

/**
 * Removes the fields that are `null`, except of values of JSON. A `return` of `null` means that a function returns nothing, unless the
 * server writes `null` for other absent fields as well.
 */
function withoutNulls(document: unknown): unknown {
  const isReturn = (name: string): boolean => name === "return";
  const cleaned = omitNulls(document, "", isReturn);
  const returnsOnly = JSON.stringify(cleaned) === JSON.stringify(document);
  return returnsOnly ? cleaned : omitNulls(document, "", () => false);
}

/** Returns a document without members that are null. */
function omitNulls(value: unknown, field: string, isKept: (name: string) => boolean): unknown {
  if (jsonValues.has(field)) return value;
  if (Array.isArray(value)) return value.map((item) => omitNulls(item, "", isKept));
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(
    ([name, member]) => member !== null || isKept(name) || jsonValues.has(name),
  );
  return Object.fromEntries(
    members.map(([name, member]) => [name, omitNulls(member, maps.has(field) ? "" : name, isKept)]),
  );
}

/** Fields whose value is any JSON. */
const jsonValues: ReadonlySet<string> = new Set(["enum", "default", "const", "examples"]);

/** Fields whose members are named by the author of the document: a property may be called `default`. */
const maps: ReadonlySet<string> = new Set(["properties", "schemas", "stream", "patternProperties", "$defs"]);
