/** Defines the dialects of OpenTool documents and the changes of an upgrade, and collects changes. */
import type { Repair } from "@helve/core";
import { isObject, jsonPointer } from "@helve/core/internal";
import { pathText } from "../json-path.ts";

/**
 * The forms of OpenTool documents in use, oldest first. They call themselves 1.0.0 or 1.1.0, all but some of `S4`.
 *
 * - `S0`: `parameters` is like a JSON Schema; each property has its own `required: true`.
 * - `S1`: `parameters` and `returns` are maps from a name to `{schema, description, required}`.
 * - `S2`: `parameters` is a list, but properties are wrapped as in `S1`, or the return is named `returns`.
 * - `S3`: OpenTool 1.0.0 as it is specified.
 * - `S4`: `S3` with `stream`, of OpenTool 2.0.0.
 */
export type Dialect = "S0" | "S1" | "S2" | "S3" | "S4";

/**
 * The kind of a change.
 *
 * - `parameters`: converted to a list
 * - `return`: `returns`, or a return of another form
 * - `wrapper`: a schema was unwrapped from `{schema, …}`
 * - `required`: moved to the parameter or the object
 * - `type`, `enum`: converted to OpenTool's types, and to values of the schema's type
 * - `name`: an illegal function name was replaced
 * - `version`: the version of OpenTool that the document needs
 * - `missing`: a required field that was not there
 */
export type ChangeKind =
  | "parameters"
  | "return"
  | "wrapper"
  | "required"
  | "type"
  | "enum"
  | "name"
  | "version"
  | "missing";

/** One change of a document; `path` points into the upgraded document, and `undefined` is a missing value. */
export interface Change extends Repair {
  readonly kind: ChangeKind;
  /** The change and its reason, as a sentence. */
  readonly message: string;
}

/** The changes and dialects found so far. */
export interface UpgradeLog {
  readonly changes: Change[];
  readonly dialects: Set<Dialect>;
}

/** A path in the upgraded document: names, and numbers for list indexes. */
export type Path = readonly PropertyKey[];

/**
 * Adds a change.
 *
 * @param reason - the rest of the message after the path
 */
export function addChange(
  log: UpgradeLog,
  kind: ChangeKind,
  path: Path,
  { before, after, reason }: { readonly before?: unknown; readonly after?: unknown; readonly reason: string },
): void {
  log.changes.push({ kind, path: jsonPointer(path), before, after, message: `${pathText(path)} ${reason}` });
}

/** The members of an untrusted JSON object: read only members with a fixed name. */
export type JsonFields = Readonly<Record<string, unknown>>;

/** Whether a value is a wrapper around a schema: `{schema, description, required}`. */
export function isWrapper(value: unknown): value is JsonFields & { readonly schema: JsonFields } {
  return isObject(value) && isObject(value["schema"]) && value["type"] === undefined && value["$ref"] === undefined;
}

/** Converts a map entry to a list item, with the map's key as `name`. */
export function withNameFirst(name: string, { name: _, ...entry }: JsonFields): JsonFields {
  return { name, ...entry };
}
