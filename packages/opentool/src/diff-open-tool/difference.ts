import { canonicalJson } from "@helve/core";
import { jsonPointer } from "@helve/core/internal";
import { place } from "../json-path.ts";
import { listed } from "../value-text.ts";

/**
 * What a difference means for a caller that was made for the document before.
 *
 * - `breaking`: it may fail
 * - `compatible`: it goes on as before; something is new
 * - `cosmetic`: only what is read is another: texts, names of schemas, an order
 */
export type Impact = "breaking" | "compatible" | "cosmetic";

/** What kind of difference. One whose name ends with `_removed` is at a place in the document before. */
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
  | "schema_added"
  | "schema_removed"
  | "schema_renamed";

/** One difference between two documents. */
export interface Difference {
  readonly kind: DifferenceKind;
  readonly impact: Impact;
  /** A JSON pointer into the document after; into the one before for a kind that ends with `_removed`. */
  readonly path: string;
  /** What is different, as a sentence. */
  readonly message: string;
  /** The names of the functions that it is about; none when it is about the document. */
  readonly functions: readonly string[];
  /** Of a function that was removed: the added one of the same shape that it probably became. */
  readonly renamedTo?: string;
}

/** A place in a document: its path, and the names that a message calls it by. */
export interface Site {
  readonly path: readonly PropertyKey[];
  readonly words: readonly PropertyKey[];
}

/** The same place in both documents. */
export interface Sites {
  readonly before: Site;
  readonly after: Site;
}

/** What was found so far; in the order it was found. */
export interface DifferenceLog {
  readonly found: Map<string, Difference>;
  /** The function that is looked at. */
  readonly fn?: string;
}

/**
 * Enters a difference. One that is there already, since two functions use one schema, gets the worse impact of both.
 *
 * @param says - what goes after the place, as the rest of a sentence
 */
export function note(
  { found, fn }: DifferenceLog,
  kind: DifferenceKind,
  impact: Impact,
  site: Site,
  says: string,
  renamedTo?: string,
): void {
  const path = jsonPointer(site.path);
  const message = site.words.length === 0 ? `the document ${says}` : `${place(site.words)} ${says}`;
  const key = JSON.stringify([kind, path, message]);
  const known = found.get(key);
  found.set(key, {
    kind,
    impact: known === undefined ? impact : worst([known.impact, impact]),
    path,
    message,
    functions: [...new Set([...(known?.functions ?? []), ...(fn === undefined ? [] : [fn])])],
    ...(renamedTo !== undefined && { renamedTo }),
  });
}

/** The worst of some impacts; `cosmetic` when there are none. */
export function worst(impacts: readonly Impact[]): Impact {
  if (impacts.includes("breaking")) return "breaking";
  return impacts.includes("compatible") ? "compatible" : "cosmetic";
}

/** A place within a place. */
export function within(site: Site, path: readonly PropertyKey[], words: readonly PropertyKey[] = path): Site {
  return { path: [...site.path, ...path], words: [...site.words, ...words] };
}

/** A place within both places, by the same path. */
export function bothWithin({ before, after }: Sites, ...path: readonly PropertyKey[]): Sites {
  return { before: within(before, path), after: within(after, path) };
}

/** Enters that fields which OpenTool does not know are other ones. What they mean is not known either. */
export function compareUnknown(
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
  { after: site }: Sites,
  log: DifferenceLog,
): void {
  const text = (fields: ReadonlyMap<string, unknown>, name: string): string | undefined =>
    fields.has(name) ? canonicalJson(fields.get(name)) : undefined;
  const names = [...new Set([...before.keys(), ...after.keys()])];
  const other = names.filter((name) => text(before, name) !== text(after, name));
  if (other.length > 0) {
    note(
      log,
      "unknown_field",
      "cosmetic",
      site,
      `says something else in fields OpenTool does not know: ${listed(other)}`,
    );
  }
}
