import type { Repair } from "@helve/core";
import { isObject, jsonPointer } from "@helve/core/internal";
import { place } from "../json-path.ts";

/**
 * The forms of OpenTool documents in use, oldest first. They call themselves 1.0.0 or 1.1.0, all but some of `S4`.
 *
 * - `S0`: `parameters` is like a JSON Schema; each property says `required: true` of itself.
 * - `S1`: `parameters` and `returns` are maps from a name to `{schema, description, required}`.
 * - `S2`: `parameters` is a list, but properties are wrapped as in `S1`, or what is returned is still called `returns`.
 * - `S3`: OpenTool 1.0.0 as it is specified.
 * - `S4`: `S3` with `stream`, of OpenTool 2.0.0.
 */
export type Dialect = "S0" | "S1" | "S2" | "S3" | "S4";

/**
 * What kind of change.
 *
 * - `parameters`: brought into a list
 * - `return`: `returns`, or a return of another form
 * - `wrapper`: a schema taken out of `{schema, …}`
 * - `required`: said where it belongs
 * - `type`, `enum`: put in OpenTool's types, and in values of the schema's type
 * - `name`: a function's name, made legal
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

/** One change made to a document; `path` points into the upgraded one, and `undefined` stands for what is not there. */
export interface Change extends Repair {
  readonly kind: ChangeKind;
  /** What was changed and why, as a sentence. */
  readonly message: string;
}

/** What an upgrade found and did so far. */
export interface UpgradeLog {
  readonly changes: Change[];
  readonly dialects: Set<Dialect>;
}

/** Where something is in the upgraded document: names, and numbers for places in a list. */
export type Path = readonly PropertyKey[];

/**
 * Enters a change.
 *
 * @param says - what goes after the place, as the rest of a sentence
 */
export function note(
  log: UpgradeLog,
  kind: ChangeKind,
  path: Path,
  { before, after, says }: { readonly before?: unknown; readonly after?: unknown; readonly says: string },
): void {
  log.changes.push({ kind, path: jsonPointer(path), before, after, message: `${place(path)} ${says}` });
}

/** The members of a JSON object. Its names come from outside: read none but those of a fixed spelling. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is a schema, or what stands beside it, in a wrapper: `{schema, description, required}`. */
export function isWrapper(value: unknown): value is Fields & { readonly schema: Fields } {
  return isObject(value) && isObject(value["schema"]) && value["type"] === undefined && value["$ref"] === undefined;
}

/** A map's entry as an item of a list: with the name first, in place of one that it may have itself. */
export function named(name: string, { name: _, ...entry }: Fields): Fields {
  return { name, ...entry };
}
