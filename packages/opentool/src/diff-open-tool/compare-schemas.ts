import { jsonPointer } from "@helve/core/internal";
import type { Schema } from "../document.ts";
import { type Schemas, type Shape, shapeOf } from "../schema-shape.ts";
import { listed, noun, shown } from "../value-text.ts";
import { compareUnknown, type DifferenceLog, type Impact, note, type Site, type Sites, within } from "./difference.ts";

/** Which way a value goes: into the function, or out of it. */
type Direction = "in" | "out";

/** The `schemas` of both documents. */
export interface BothSchemas {
  readonly before: Schemas;
  readonly after: Schemas;
}

/** A schema before and after, for values that go one way. */
export interface SchemaPair {
  readonly before: Schema;
  readonly after: Schema;
  readonly sites: Sites;
  readonly direction: Direction;
}

/**
 * Enters the differences between schemas, by what they say and not by what they are called. Two named schemas that are
 * met again are taken for equal: what is different was entered when they were met first.
 */
export function compareSchemas(pairs: readonly SchemaPair[], schemas: BothSchemas, log: DifferenceLog): void {
  const met = new Set<string>();
  const waiting = pairs.toReversed();
  for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
    const { direction } = pair;
    const before = shapeOf(pair.before, schemas.before);
    const after = shapeOf(pair.after, schemas.after);
    const sites = { before: spelledOut(before, pair.sites.before), after: spelledOut(after, pair.sites.after) };
    if (before.description !== after.description) {
      const isOwn = before.ownDescription !== after.ownDescription;
      noteText(before.description, after.description, (isOwn ? sites : pair.sites).after, log);
    }
    if (before.named !== undefined || after.named !== undefined) {
      const key = JSON.stringify([jsonPointer(sites.before.path), jsonPointer(sites.after.path), direction]);
      if (met.has(key)) continue;
      met.add(key);
    }
    waiting.push(...compareShapes({ before, after, sites, direction }, log).toReversed());
  }
}

/** Enters that a description is another one. */
export function noteText(before: string | undefined, after: string | undefined, site: Site, log: DifferenceLog): void {
  if (before === after) return;
  note(log, "description", "cosmetic", site, `has another description (was ${shown(before)}, is ${shown(after)})`);
}

interface ShapePair {
  readonly before: Shape;
  readonly after: Shape;
  readonly sites: Sites;
  readonly direction: Direction;
}

function spelledOut({ named }: Shape, site: Site): Site {
  return named === undefined ? site : { path: ["schemas", named], words: ["schemas", named] };
}

/** @returns the schemas within, that are still to be compared */
function compareShapes(pair: ShapePair, log: DifferenceLog): readonly SchemaPair[] {
  const { before, after, sites, direction } = pair;
  compareUnknown(before.unknown, after.unknown, sites, log);
  if (!compareTypes(pair, log)) return [];
  compareChoices(pair, log);
  const inner = compareProperties(pair, log);
  if (before.items === undefined || after.items === undefined) return inner;
  const items = { before: within(sites.before, ["items"]), after: within(sites.after, ["items"]) };
  return [...inner, { before: before.items, after: after.items, sites: items, direction }];
}

/** @returns whether the rest can be compared */
function compareTypes({ before, after, sites, direction }: ShapePair, log: DifferenceLog): boolean {
  if (before.type === after.type) return true;
  const says = `was ${noun(before.type)}, is now ${noun(after.type)}`;
  if (before.type === "integer" && after.type === "number") {
    note(log, "type_widened", widening(direction), sites.after, says);
    return true;
  }
  if (before.type === "number" && after.type === "integer") {
    note(log, "type_narrowed", narrowing(direction), sites.after, says);
    return true;
  }
  note(log, "type_changed", "breaking", sites.after, says);
  return false;
}

function compareChoices({ before, after, sites, direction }: ShapePair, log: DifferenceLog): void {
  const [old, now] = [before.choices, after.choices];
  const widened = (says: string): void => note(log, "enum_widened", widening(direction), sites.after, says);
  const narrowed = (says: string): void => note(log, "enum_narrowed", narrowing(direction), sites.after, says);
  if (old === undefined) {
    if (now !== undefined) narrowed(`is now one of ${listed([...now.values()])}`);
  } else if (now === undefined) {
    widened(`is no longer limited to ${listed([...old.values()])}`);
  } else {
    const added = [...now].filter(([text]) => !old.has(text)).map(([, value]) => value);
    const removed = [...old].filter(([text]) => !now.has(text)).map(([, value]) => value);
    if (added.length > 0) widened(`can now also be ${listed(added)}`);
    if (removed.length > 0) narrowed(`can no longer be ${listed(removed)}`);
  }
}

function compareProperties({ before, after, sites, direction }: ShapePair, log: DifferenceLog): readonly SchemaPair[] {
  const inner: SchemaPair[] = [];
  for (const [name, schema] of after.properties) {
    const site = within(sites.after, ["properties", name], [name]);
    const old = before.properties.get(name);
    const isRequired = after.required.has(name);
    if (old === undefined) {
      const impact = isRequired && direction === "in" ? "breaking" : "compatible";
      note(log, "property_added", impact, site, isRequired ? "was added, and is required" : "was added");
      continue;
    }
    compareRequired(before.required.has(name), isRequired, site, direction, log);
    const oldSite = within(sites.before, ["properties", name], [name]);
    inner.push({ before: old, after: schema, sites: { before: oldSite, after: site }, direction });
  }
  for (const name of before.properties.keys()) {
    if (after.properties.has(name)) continue;
    note(log, "property_removed", "breaking", within(sites.before, ["properties", name], [name]), "was removed");
  }
  return inner;
}

/** Enters that a parameter or a property must be there, or need not any more. */
export function compareRequired(
  before: boolean,
  after: boolean,
  site: Site,
  direction: Direction,
  log: DifferenceLog,
): void {
  if (!before && after) note(log, "made_required", narrowing(direction), site, "is now required");
  if (before && !after) note(log, "made_optional", widening(direction), site, "is no longer required");
}

/** Fewer values: a caller may send one that is not among them. */
function narrowing(direction: Direction): Impact {
  return direction === "in" ? "breaking" : "compatible";
}

/** More values: a caller may get one that it does not know. */
function widening(direction: Direction): Impact {
  return direction === "in" ? "compatible" : "breaking";
}
