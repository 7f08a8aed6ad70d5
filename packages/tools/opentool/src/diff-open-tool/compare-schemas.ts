/** Compares the schemas of two documents by meaning: types, enum values, properties and items. */
import { jsonPointer } from "@helve/core/internal";
import type { Schema } from "../document.ts";
import { type NamedSchemas, type SchemaShape, schemaShape } from "../schema-shape.ts";
import { typeNoun, valueList, valueText } from "../value-text.ts";
import { compareConstraints } from "./compare-constraints.ts";
import {
  addDifference,
  childLocation,
  compareUnknownFields,
  type DifferenceLog,
  type Impact,
  type Location,
  type LocationPair,
} from "./difference.ts";

/** The direction of a value: into the function (arguments) or out of it (results). */
type Direction = "in" | "out";

/** The `schemas` of both documents. */
export interface BothSchemas {
  readonly before: NamedSchemas;
  readonly after: NamedSchemas;
}

/** A schema before and after, and the direction of its values. */
export interface SchemaPair {
  readonly before: Schema;
  readonly after: Schema;
  readonly locations: LocationPair;
  readonly direction: Direction;
}

/**
 * Adds the differences between schemas, compared by meaning and not by name. A pair of named schemas is compared once:
 * when it is reached again, its differences are already recorded.
 */
export function compareSchemas(pairs: readonly SchemaPair[], schemas: BothSchemas, log: DifferenceLog): void {
  const compared = new Set<string>();
  const pending = pairs.toReversed();
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const { direction } = pair;
    const before = schemaShape(pair.before, schemas.before);
    const after = schemaShape(pair.after, schemas.after);
    const locations = {
      before: schemaLocation(before, pair.locations.before),
      after: schemaLocation(after, pair.locations.after),
    };
    if (before.description !== after.description) {
      const isOwn = before.ownDescription !== after.ownDescription;
      compareDescriptions(before.description, after.description, (isOwn ? locations : pair.locations).after, log);
    }
    if (before.named !== undefined || after.named !== undefined) {
      const paths = [jsonPointer(locations.before.path), jsonPointer(locations.after.path)];
      const key = JSON.stringify([...paths, direction, before.refinement, after.refinement]);
      if (compared.has(key)) continue;
      compared.add(key);
    }
    pending.push(...compareShapes({ before, after, locations, direction }, log).toReversed());
  }
}

/** Adds a changed description. */
export function compareDescriptions(
  before: string | undefined,
  after: string | undefined,
  location: Location,
  log: DifferenceLog,
): void {
  if (before === after) return;
  addDifference(
    "description",
    "cosmetic",
    { location, change: `has another description (was ${valueText(before)}, is ${valueText(after)})` },
    log,
  );
}

interface ShapePair {
  readonly before: SchemaShape;
  readonly after: SchemaShape;
  readonly locations: LocationPair;
  readonly direction: Direction;
}

function schemaLocation({ named }: SchemaShape, location: Location): Location {
  return named === undefined ? location : { path: ["schemas", named], messagePath: ["schemas", named] };
}

/**
 * Adds the differences between two schemas, except the differences of the schemas inside them.
 *
 * @returns the pairs of schemas inside them, which remain to be compared
 */
function compareShapes(pair: ShapePair, log: DifferenceLog): readonly SchemaPair[] {
  const { before, after, locations, direction } = pair;
  compareUnknownFields(before.unknown, after.unknown, locations, log);
  const impact = { narrowing: narrowingImpact(direction), widening: wideningImpact(direction) };
  const kept = compareConstraints(
    { before: before.constraints, after: after.constraints },
    locations.after,
    impact,
    log,
  );
  if (!compareTypes(pair, log)) return [];
  compareChoices(pair, log);
  const pairs = [...compareProperties(pair, log), ...referencePairs(pair, kept)];
  if (before.items === undefined || after.items === undefined) return pairs;
  const items = {
    before: childLocation(locations.before, ["items"]),
    after: childLocation(locations.after, ["items"]),
  };
  return [...pairs, { before: before.items, after: after.items, locations: items, direction }];
}

/** Pairs the references to the document's schemas inside keywords that are the same otherwise. */
function referencePairs(pair: ShapePair, keywords: readonly string[]): readonly SchemaPair[] {
  const { before, after, locations, direction } = pair;
  return keywords.flatMap((keyword) => {
    const old = before.constraints.get(keyword)?.references ?? [];
    const now = after.constraints.get(keyword)?.references ?? [];
    return old.flatMap((reference, index): readonly SchemaPair[] => {
      const other = now[index];
      return other === undefined ? [] : [{ before: reference, after: other, locations, direction }];
    });
  });
}

/**
 * Adds a difference if the types differ.
 *
 * @returns whether the other keywords can be compared
 */
function compareTypes({ before, after, locations, direction }: ShapePair, log: DifferenceLog): boolean {
  if (before.type === after.type) return true;
  const change = `was ${typeNoun(before.type)}, is now ${typeNoun(after.type)}`;
  if (before.type === "integer" && after.type === "number") {
    addDifference("type_widened", wideningImpact(direction), { location: locations.after, change }, log);
    return true;
  }
  if (before.type === "number" && after.type === "integer") {
    addDifference("type_narrowed", narrowingImpact(direction), { location: locations.after, change }, log);
    return true;
  }
  addDifference("type_changed", "breaking", { location: locations.after, change }, log);
  return false;
}

/** Adds the differences between the enum values. */
function compareChoices({ before, after, locations, direction }: ShapePair, log: DifferenceLog): void {
  const [old, now] = [before.choices, after.choices];
  const widened = (change: string): void =>
    addDifference("enum_widened", wideningImpact(direction), { location: locations.after, change }, log);
  const narrowed = (change: string): void =>
    addDifference("enum_narrowed", narrowingImpact(direction), { location: locations.after, change }, log);
  if (old === undefined) {
    if (now !== undefined) narrowed(`is now one of ${valueList([...now.values()])}`);
  } else if (now === undefined) {
    widened(`is no longer limited to ${valueList([...old.values()])}`);
  } else {
    const added = [...now].filter(([text]) => !old.has(text)).map(([, value]) => value);
    const removed = [...old].filter(([text]) => !now.has(text)).map(([, value]) => value);
    if (added.length > 0) widened(`can now also be ${valueList(added)}`);
    if (removed.length > 0) narrowed(`can no longer be ${valueList(removed)}`);
  }
}

/**
 * Adds the differences between the properties of two object schemas, matched by name.
 *
 * @returns the pairs of property schemas, which remain to be compared
 */
function compareProperties(
  { before, after, locations, direction }: ShapePair,
  log: DifferenceLog,
): readonly SchemaPair[] {
  const pairs: SchemaPair[] = [];
  for (const [name, schema] of after.properties) {
    const location = childLocation(locations.after, ["properties", name], [name]);
    const old = before.properties.get(name);
    const isRequired = after.required.has(name);
    if (old === undefined) {
      const impact = isRequired && direction === "in" ? "breaking" : "compatible";
      addDifference(
        "property_added",
        impact,
        { location, change: isRequired ? "was added, and is required" : "was added" },
        log,
      );
      continue;
    }
    compareRequired({ before: before.required.has(name), after: isRequired, direction }, location, log);
    const oldSite = childLocation(locations.before, ["properties", name], [name]);
    pairs.push({ before: old, after: schema, locations: { before: oldSite, after: location }, direction });
  }
  for (const name of before.properties.keys()) {
    if (after.properties.has(name)) continue;
    addDifference(
      "property_removed",
      "breaking",
      { location: childLocation(locations.before, ["properties", name], [name]), change: "was removed" },
      log,
    );
  }
  return pairs;
}

/** Adds a difference if a parameter or property became required or optional. */
export function compareRequired(
  { before, after, direction }: { readonly before: boolean; readonly after: boolean; readonly direction: Direction },
  location: Location,
  log: DifferenceLog,
): void {
  if (!before && after)
    addDifference("made_required", narrowingImpact(direction), { location, change: "is now required" }, log);
  if (before && !after)
    addDifference("made_optional", wideningImpact(direction), { location, change: "is no longer required" }, log);
}

/**
 * Returns the impact of allowing fewer values: breaking for arguments, since a caller may send a value that is no
 * longer allowed.
 */
function narrowingImpact(direction: Direction): Impact {
  return direction === "in" ? "breaking" : "compatible";
}

/**
 * Returns the impact of allowing more values: breaking for results, since a caller may receive a value that it doesn't
 * know.
 */
function wideningImpact(direction: Direction): Impact {
  return direction === "in" ? "compatible" : "breaking";
}
