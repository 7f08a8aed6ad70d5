/** Defines the differences between two documents, and collects them. */
import { canonicalJson } from "@helve/core";
import { jsonPointer, withoutUndefined } from "@helve/core/internal";
import { pathText } from "../json-path.ts";
import { valueList } from "../value-text.ts";

/**
 * The impact of a difference on an existing caller of the first document.
 *
 * - `breaking`: it may fail
 * - `compatible`: the caller works as before; something was added
 * - `cosmetic`: only texts, names of schemas or an order changed
 */
export type Impact = "breaking" | "compatible" | "cosmetic";

/** The kind of a difference. If it ends with `_removed`, its path points into the document before. */
export type DifferenceKind =
  | "opentool_version"
  | "version"
  | "title"
  | "description"
  | "unknown_field"
  | "server_added"
  | "server_removed"
  | "server_url"
  | "function_added"
  | "function_removed"
  | "parameter_added"
  | "parameter_removed"
  | "parameter_order"
  | "return_added"
  | "return_removed"
  | "return_name"
  | "stream_added"
  | "stream_removed"
  | "event_added"
  | "event_removed"
  | "property_added"
  | "property_removed"
  | "made_required"
  | "made_optional"
  | "type_widened"
  | "type_narrowed"
  | "type_changed"
  | "enum_widened"
  | "enum_narrowed"
  | "constraint_widened"
  | "constraint_narrowed"
  | "constraint_changed"
  | "annotation"
  | "schema_added"
  | "schema_removed"
  | "schema_renamed";

/** One difference between two documents. */
export interface Difference {
  readonly kind: DifferenceKind;
  readonly impact: Impact;
  /** A JSON pointer into the document after; into the document before if the kind ends with `_removed`. */
  readonly path: string;
  /** The difference, as a sentence. */
  readonly message: string;
  /** The names of the affected functions; empty if the difference is about the document. */
  readonly functions: readonly string[];
  /** For a removed function: the added function that it was probably renamed to. */
  readonly renamedTo?: string;
}

/** A location in a document: its path, and its name in messages. */
export interface Location {
  readonly path: readonly PropertyKey[];
  readonly messagePath: readonly PropertyKey[];
}

/** The same location in both documents. */
export interface LocationPair {
  readonly before: Location;
  readonly after: Location;
}

/** The differences found so far, in order, by kind, path and message. */
export interface DifferenceLog {
  readonly differences: Map<string, Difference>;
  /** The name of the function that is being compared. */
  readonly functionName?: string;
}

/** Where a difference is, and what it is. */
interface LocatedChange extends Pick<Difference, "renamedTo"> {
  readonly location: Location;
  /** The rest of the message after the location. */
  readonly change: string;
}

/** Adds a difference. If two functions share a schema, its difference is recorded once, with the worse impact. */
export function addDifference(
  kind: DifferenceKind,
  impact: Impact,
  { location, change, renamedTo }: LocatedChange,
  { differences, functionName }: DifferenceLog,
): void {
  const path = jsonPointer(location.path);
  const message =
    location.messagePath.length === 0 ? `the document ${change}` : `${pathText(location.messagePath)} ${change}`;
  const key = JSON.stringify([kind, path, message]);
  const existing = differences.get(key);
  differences.set(
    key,
    withoutUndefined({
      kind,
      impact: existing === undefined ? impact : worstImpact([existing.impact, impact]),
      path,
      message,
      functions: [...new Set([...(existing?.functions ?? []), ...(functionName === undefined ? [] : [functionName])])],
      renamedTo,
    }),
  );
}

/** Returns the worst of several impacts; `cosmetic` if there are none. */
export function worstImpact(impacts: readonly Impact[]): Impact {
  if (impacts.includes("breaking")) return "breaking";
  return impacts.includes("compatible") ? "compatible" : "cosmetic";
}

/** Returns the location at a path inside a location. */
export function childLocation(
  location: Location,
  path: readonly PropertyKey[],
  messagePath: readonly PropertyKey[] = path,
): Location {
  return { path: [...location.path, ...path], messagePath: [...location.messagePath, ...messagePath] };
}

/** Returns the locations at the same path inside two locations. */
export function childLocations({ before, after }: LocationPair, ...path: readonly PropertyKey[]): LocationPair {
  return { before: childLocation(before, path), after: childLocation(after, path) };
}

/** Adds a difference if fields that OpenTool doesn't define changed. Their meaning is unknown, so it is cosmetic. */
export function compareUnknownFields(
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
  { after: location }: LocationPair,
  log: DifferenceLog,
): void {
  const text = (fields: ReadonlyMap<string, unknown>, name: string): string | undefined =>
    fields.has(name) ? canonicalJson(fields.get(name)) : undefined;
  const names = [...new Set([...before.keys(), ...after.keys()])];
  const other = names.filter((name) => text(before, name) !== text(after, name));
  if (other.length > 0) {
    addDifference(
      "unknown_field",
      "cosmetic",
      { location, change: `changed in fields that OpenTool does not define: ${valueList(other)}` },
      log,
    );
  }
}
