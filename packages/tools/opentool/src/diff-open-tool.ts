/** Compares two versions of an OpenTool document, and decides which release the differences require. */
import { quote } from "@helve/core/internal";
import { numberSchemasByMeaning } from "./canonical-schemas.ts";
import { compareFunctions } from "./diff-open-tool/compare-functions.ts";
import { compareDescriptions } from "./diff-open-tool/compare-schemas.ts";
import {
  addDifference,
  childLocations,
  compareUnknownFields,
  type Difference,
  type DifferenceLog,
  type Location,
  type LocationPair,
  worstImpact,
} from "./diff-open-tool/difference.ts";
import type { OpenTool, Server } from "./document.ts";
import { unknownFields } from "./schema-shape.ts";

/** The part of a document's version that must be increased (Semantic Versioning 2.0.0). */
export type Bump = "major" | "minor" | "patch" | "none";

/** The result of `diffOpenTool`. */
export interface OpenToolDiff {
  /** Every difference: of the document, then of each function, then of the names of schemas. */
  readonly changes: readonly Difference[];
  /**
   * The release that all changes together require: `major` if one is breaking, `minor` if one is compatible, else
   * `patch`. If the version of the document before is 0.x, a breaking change requires `minor` and any other `patch`.
   * `none` if only `info.version` changed, or nothing.
   */
  readonly bump: Bump;
}

/**
 * Compares two versions of a document, and reports for each difference whether it breaks callers of the first version.
 *
 * Schemas are compared by meaning; recursion and schema names don't matter. Narrower parameters are breaking; wider
 * returns and stream events are breaking. Also breaking: a changed server URL, a renamed return, a removed property or
 * event.
 *
 * @param before - a parsed document
 * @param after - a later version of it
 * @throws NotJsonError if an enum or an unknown field holds a value that JSON can't represent
 *
 * @example
 * const { changes, bump } = diffOpenTool(published, built);
 * for (const { impact, message } of changes) console.log(`${impact}: ${message}`);
 */
export function diffOpenTool(before: OpenTool, after: OpenTool): OpenToolDiff {
  const log: DifferenceLog = { differences: new Map() };
  const location = { path: [], messagePath: [] };
  const root = { before: location, after: location };
  compareDocument(before, after, root, log);
  compareServer(before.server, after.server, childLocations(root, "server"), log);
  compareFunctions(before, after, log);
  compareSchemaNames(before, after, log);
  const changes = [...log.differences.values()];
  return { changes, bump: requiredBump(changes, before.info.version) };
}

/** Adds the differences of the fields `opentool` and `info`, and of unknown fields. */
function compareDocument(before: OpenTool, after: OpenTool, root: LocationPair, log: DifferenceLog): void {
  const becomes = (old: string, now: string): string => `was ${quote(old)}, is now ${quote(now)}`;
  if (before.opentool !== after.opentool) {
    const { after: location } = childLocations(root, "opentool");
    addDifference("opentool_version", "cosmetic", { location, change: becomes(before.opentool, after.opentool) }, log);
  }
  compareUnknownFields(unknownFields(before, "document"), unknownFields(after, "document"), root, log);
  const [old, now, info] = [before.info, after.info, childLocations(root, "info")];
  for (const field of ["title", "version"] as const) {
    if (old[field] === now[field]) continue;
    addDifference(
      field,
      "cosmetic",
      { location: childLocations(info, field).after, change: becomes(old[field], now[field]) },
      log,
    );
  }
  compareDescriptions(old.description, now.description, info.after, log);
  compareUnknownFields(unknownFields(old, "info"), unknownFields(now, "info"), info, log);
}

/** Adds the differences of the field `server`. */
function compareServer(
  before: Server | undefined,
  after: Server | undefined,
  locations: LocationPair,
  log: DifferenceLog,
): void {
  if (before === undefined && after !== undefined) {
    addDifference(
      "server_added",
      "compatible",
      { location: locations.after, change: `was added: ${quote(after.url)}` },
      log,
    );
  }
  if (before !== undefined && after === undefined) {
    addDifference(
      "server_removed",
      "breaking",
      { location: locations.before, change: `was removed: ${quote(before.url)}` },
      log,
    );
  }
  if (before === undefined || after === undefined) return;
  if (before.url !== after.url) {
    const change = `was ${quote(before.url)}, is now ${quote(after.url)}`;
    addDifference("server_url", "breaking", { location: childLocations(locations, "url").after, change }, log);
  }
  compareDescriptions(before.description, after.description, locations.after, log);
  compareUnknownFields(unknownFields(before, "server"), unknownFields(after, "server"), locations, log);
}

/**
 * Returns the release that the changes require.
 *
 * @param version - the version of the document before
 */
function requiredBump(changes: readonly Difference[], version: string): Bump {
  const impacts = changes.filter(({ kind }) => kind !== "version").map(({ impact }) => impact);
  if (impacts.length === 0) return "none";
  const isUnstable = /^0(?:\.|$)/.test(version);
  switch (worstImpact(impacts)) {
    case "breaking":
      return isUnstable ? "minor" : "major";
    case "compatible":
      return isUnstable ? "patch" : "minor";
    case "cosmetic":
      return "patch";
  }
}

/** Adds the schemas that were renamed, added and removed. Their content is compared where functions use them. */
function compareSchemaNames(before: OpenTool, after: OpenTool, log: DifferenceLog): void {
  const { schemas: old = {} } = before;
  const { schemas: now = {} } = after;
  const gone = Object.fromEntries(Object.entries(old).filter(([name]) => !Object.hasOwn(now, name)));
  const added = Object.fromEntries(Object.entries(now).filter(([name]) => !Object.hasOwn(old, name)));
  const kinds = numberSchemasByMeaning(gone, added, { before: old, after: now });
  const left = new Set(Object.keys(gone));
  for (const name of Object.keys(added)) {
    const was = [...left].find((oldName) => kinds.before.get(oldName) === kinds.after.get(name));
    if (was === undefined) {
      addDifference("schema_added", "cosmetic", { location: schemaLocation(name), change: "was added" }, log);
    } else {
      left.delete(was);
      addDifference(
        "schema_renamed",
        "cosmetic",
        { location: schemaLocation(name), change: `was called ${quote(was)}` },
        log,
      );
    }
  }
  for (const name of left)
    addDifference("schema_removed", "cosmetic", { location: schemaLocation(name), change: "was removed" }, log);
}

function schemaLocation(name: string): Location {
  return { path: ["schemas", name], messagePath: ["schemas", name] };
}
