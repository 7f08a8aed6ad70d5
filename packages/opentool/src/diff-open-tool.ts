import { quote } from "@helve/core/internal";
import { schemaKinds } from "./canonical-schemas.ts";
import { compareFunctions } from "./diff-open-tool/compare-functions.ts";
import { noteText } from "./diff-open-tool/compare-schemas.ts";
import {
  bothWithin,
  compareUnknown,
  type Difference,
  type DifferenceLog,
  note,
  type Site,
  type Sites,
  worst,
} from "./diff-open-tool/difference.ts";
import type { OpenTool, Server } from "./document.ts";
import { unknownFields } from "./schema-shape.ts";

/** Which part of a document's version has to grow (Semantic Versioning 2.0.0). */
export type Bump = "major" | "minor" | "patch" | "none";

/** What is different between two documents. */
export interface OpenToolDiff {
  /** Every difference: of the document, then of each function, then of the names of schemas. */
  readonly changes: readonly Difference[];
  /**
   * What all of them together ask for: `major` when one is breaking, `minor` when one is compatible, else `patch`. As long
   * as the document before is of a version 0.x, a breaking one asks for `minor` and all others for `patch`. `none` when
   * nothing is different but `info.version` itself.
   */
  readonly bump: Bump;
}

/**
 * Names what is different between two documents, and what that means for a caller that was made for the first.
 *
 * Schemas are compared by what they say; recursion and names don't matter. For parameters, less than before is breaking;
 * for returns and stream events, more than before is. What a caller finds its way by is breaking too: another server,
 * another name of a return, a property or an event that is gone.
 *
 * @param before - as `parseOpenTool` gives it
 * @param after - the same, later
 * @throws NotJsonError when an enum or an unknown field holds what JSON can't say
 *
 * @example
 * const { changes, bump } = diffOpenTool(published, built);
 * for (const { impact, message } of changes) console.log(`${impact}: ${message}`);
 */
export function diffOpenTool(before: OpenTool, after: OpenTool): OpenToolDiff {
  const log: DifferenceLog = { found: new Map() };
  const site = { path: [], words: [] };
  const root = { before: site, after: site };
  compareDocument(before, after, root, log);
  compareServer(before.server, after.server, bothWithin(root, "server"), log);
  compareFunctions(before, after, log);
  compareSchemaNames(before, after, log);
  const changes = [...log.found.values()];
  return { changes, bump: bumpOf(changes, before.info.version) };
}

function compareDocument(before: OpenTool, after: OpenTool, root: Sites, log: DifferenceLog): void {
  const becomes = (old: string, now: string): string => `was ${quote(old)}, is now ${quote(now)}`;
  if (before.opentool !== after.opentool) {
    const { after: site } = bothWithin(root, "opentool");
    note(log, "opentool_version", "cosmetic", site, becomes(before.opentool, after.opentool));
  }
  compareUnknown(unknownFields(before, "document"), unknownFields(after, "document"), root, log);
  const [old, now, info] = [before.info, after.info, bothWithin(root, "info")];
  for (const field of ["title", "version"] as const) {
    if (old[field] === now[field]) continue;
    note(log, field, "cosmetic", bothWithin(info, field).after, becomes(old[field], now[field]));
  }
  noteText(old.description, now.description, info.after, log);
  compareUnknown(unknownFields(old, "info"), unknownFields(now, "info"), info, log);
}

function compareServer(before: Server | undefined, after: Server | undefined, sites: Sites, log: DifferenceLog): void {
  if (before === undefined && after !== undefined) {
    note(log, "server_added", "compatible", sites.after, `was added: ${quote(after.url)}`);
  }
  if (before !== undefined && after === undefined) {
    note(log, "server_removed", "breaking", sites.before, `was removed: ${quote(before.url)}`);
  }
  if (before === undefined || after === undefined) return;
  if (before.url !== after.url) {
    const says = `was ${quote(before.url)}, is now ${quote(after.url)}`;
    note(log, "server_url", "breaking", bothWithin(sites, "url").after, says);
  }
  noteText(before.description, after.description, sites.after, log);
  compareUnknown(unknownFields(before, "server"), unknownFields(after, "server"), sites, log);
}

function bumpOf(changes: readonly Difference[], version: string): Bump {
  const impacts = changes.filter(({ kind }) => kind !== "version").map(({ impact }) => impact);
  if (impacts.length === 0) return "none";
  const isUnstable = /^0(?:\.|$)/.test(version);
  switch (worst(impacts)) {
    case "breaking":
      return isUnstable ? "minor" : "major";
    case "compatible":
      return isUnstable ? "patch" : "minor";
    case "cosmetic":
      return "patch";
  }
}

/** Enters the schemas that have another name, that are new and that are gone. What they say counts where they are used. */
function compareSchemaNames(before: OpenTool, after: OpenTool, log: DifferenceLog): void {
  const { schemas: old = {} } = before;
  const { schemas: now = {} } = after;
  const gone = Object.fromEntries(Object.entries(old).filter(([name]) => !Object.hasOwn(now, name)));
  const added = Object.fromEntries(Object.entries(now).filter(([name]) => !Object.hasOwn(old, name)));
  const kinds = schemaKinds(gone, added, { before: old, after: now });
  const left = new Set(Object.keys(gone));
  for (const name of Object.keys(added)) {
    const was = [...left].find((oldName) => kinds.before.get(oldName) === kinds.after.get(name));
    if (was === undefined) {
      note(log, "schema_added", "cosmetic", schemaSite(name), "was added");
    } else {
      left.delete(was);
      note(log, "schema_renamed", "cosmetic", schemaSite(name), `was called ${quote(was)}`);
    }
  }
  for (const name of left) note(log, "schema_removed", "cosmetic", schemaSite(name), "was removed");
}

function schemaSite(name: string): Site {
  return { path: ["schemas", name], words: ["schemas", name] };
}
