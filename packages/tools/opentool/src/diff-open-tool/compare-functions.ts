/** Compares the functions of two documents: parameters, returns and stream events. */
import { closestName, quote } from "@helve/core/internal";
import type { OpenTool, OpenToolFunction, Parameter, Return } from "../document.ts";
import { unknownFields, wholeArguments } from "../schema-shape.ts";
import {
  type BothSchemas,
  compareDescriptions,
  compareRequired,
  compareSchemas,
  type SchemaPair,
} from "./compare-schemas.ts";
import {
  addDifference,
  childLocation,
  childLocations,
  compareUnknownFields,
  type Difference,
  type DifferenceLog,
  type Location,
  type LocationPair,
} from "./difference.ts";

/** Adds the differences between the functions of two documents. The order of functions doesn't matter. */
export function compareFunctions(before: OpenTool, after: OpenTool, log: DifferenceLog): void {
  const schemas = { before: before.schemas ?? {}, after: after.schemas ?? {} };
  const old = locateFunctions(before.functions);
  const now = locateFunctions(after.functions);
  for (const [name, { fn, location }] of now) {
    const was = old.get(name);
    if (was === undefined)
      addDifference("function_added", "compatible", { location, change: "was added" }, { ...log, functionName: name });
    else compareFunction({ before: was, after: { fn, location } }, schemas, { ...log, functionName: name });
  }
  const added = [...now.keys()].filter((name) => !old.has(name));
  for (const [name, was] of old) {
    if (now.has(name)) continue;
    const near = now.get(closestName(name, added) ?? "")?.fn;
    const renamedTo = near !== undefined && isCallCompatible(was.fn, near, schemas) ? near.name : undefined;
    const hint = renamedTo === undefined ? "" : `, did it become ${quote(renamedTo)}?`;
    addDifference(
      "function_removed",
      "breaking",
      { location: was.location, change: `was removed${hint}`, renamedTo },
      { ...log, functionName: name },
    );
  }
}

interface LocatedFunction {
  readonly fn: OpenToolFunction;
  readonly location: Location;
}

/** Returns the functions by name, each with its location in its document. */
function locateFunctions(functions: readonly OpenToolFunction[]): ReadonlyMap<string, LocatedFunction> {
  return new Map(
    functions.map((fn, index) => [fn.name, { fn, location: { path: ["functions", index], messagePath: [fn.name] } }]),
  );
}

/** Whether a caller of the first function could call the second one without a change. */
function isCallCompatible(before: OpenToolFunction, after: OpenToolFunction, schemas: BothSchemas): boolean {
  const differences = new Map<string, Difference>();
  const location = { path: [], messagePath: [] };
  compareFunction({ before: { fn: before, location }, after: { fn: after, location } }, schemas, { differences });
  return [...differences.values()].every(({ impact }) => impact === "cosmetic");
}

/** Adds the differences between two versions of one function. */
function compareFunction(
  versions: { readonly before: LocatedFunction; readonly after: LocatedFunction },
  schemas: BothSchemas,
  log: DifferenceLog,
): void {
  const [before, after] = [versions.before.fn, versions.after.fn];
  const locations = { before: versions.before.location, after: versions.after.location };
  compareDescriptions(before.description, after.description, locations.after, log);
  compareUnknownFields(unknownFields(before, "function"), unknownFields(after, "function"), locations, log);
  const pairs: SchemaPair[] = [
    { before: wholeArguments(before), after: wholeArguments(after), locations, direction: "in" },
    ...compareParameters(before.parameters, after.parameters, locations, log),
    ...compareReturn(before.return, after.return, childLocations(locations, "return"), log),
    ...compareStream(before.stream, after.stream, childLocations(locations, "stream"), log),
  ];
  compareSchemas(pairs, schemas, log);
}

/**
 * Adds the differences between the parameters of a function, matched by name.
 *
 * @returns the schemas of the parameters, for `compareSchemas`
 */
function compareParameters(
  before: readonly Parameter[],
  after: readonly Parameter[],
  locations: LocationPair,
  log: DifferenceLog,
): readonly SchemaPair[] {
  const old = new Map(before.map((parameter, index) => [parameter.name, { parameter, index }]));
  const pairs: SchemaPair[] = [];
  for (const [index, parameter] of after.entries()) {
    const location = parameterLocation(locations.after, index, parameter);
    const was = old.get(parameter.name);
    if (was === undefined) {
      const change = parameter.required ? "was added, and is required" : "was added";
      addDifference("parameter_added", parameter.required ? "breaking" : "compatible", { location, change }, log);
      continue;
    }
    const both = { before: parameterLocation(locations.before, was.index, parameter), after: location };
    compareDescriptions(was.parameter.description, parameter.description, location, log);
    compareUnknownFields(unknownFields(was.parameter, "parameter"), unknownFields(parameter, "parameter"), both, log);
    compareRequired({ before: was.parameter.required, after: parameter.required, direction: "in" }, location, log);
    pairs.push(toSchemaPair(was.parameter, parameter, both, "in"));
  }
  const names = after.map(({ name }) => name);
  for (const { parameter, index } of old.values()) {
    if (names.includes(parameter.name)) continue;
    addDifference(
      "parameter_removed",
      "breaking",
      { location: parameterLocation(locations.before, index, parameter), change: "was removed" },
      log,
    );
  }
  const kept = [...old.keys()].filter((name) => names.includes(name));
  if (kept.some((name, index) => names[index] !== name)) {
    addDifference(
      "parameter_order",
      "cosmetic",
      { location: childLocation(locations.after, ["parameters"]), change: "are in another order" },
      log,
    );
  }
  return pairs;
}

function parameterLocation(location: Location, index: number, { name }: Parameter): Location {
  return childLocation(location, ["parameters", index], ["parameters", name]);
}

/**
 * Adds the differences between the returns of a function, which may be missing or null.
 *
 * @returns the schemas of the returns, for `compareSchemas`
 */
function compareReturn(
  before: Return | null | undefined,
  after: Return | null | undefined,
  locations: LocationPair,
  log: DifferenceLog,
): readonly SchemaPair[] {
  if (before && after) return [compareReturns(before, after, locations, log)];
  // A `null` return has no value that a caller could miss.
  if (before === null && after === undefined)
    addDifference("return_removed", "compatible", { location: locations.before, change: "was null" }, log);
  else if (before)
    addDifference("return_removed", "breaking", { location: locations.before, change: "was removed" }, log);
  else if (after === null && before === undefined)
    addDifference("return_added", "compatible", { location: locations.after, change: "is now null" }, log);
  else if (after) addDifference("return_added", "compatible", { location: locations.after, change: "was added" }, log);
  return [];
}

/**
 * Adds the differences between the stream events of a function, matched by name.
 *
 * @returns the schemas of the events, for `compareSchemas`
 */
function compareStream(
  before: OpenToolFunction["stream"],
  after: OpenToolFunction["stream"],
  locations: LocationPair,
  log: DifferenceLog,
): readonly SchemaPair[] {
  if (before === undefined && after === undefined) return [];
  if (before === undefined)
    addDifference("stream_added", "compatible", { location: locations.after, change: "was added" }, log);
  if (after === undefined)
    addDifference("stream_removed", "breaking", { location: locations.before, change: "was removed" }, log);
  if (before === undefined || after === undefined) return [];
  const old = new Map(Object.entries(before));
  const pairs: SchemaPair[] = [];
  for (const [event, returned] of Object.entries(after)) {
    const was = old.get(event);
    const both = childLocations(locations, event);
    if (was === undefined)
      addDifference("event_added", "compatible", { location: both.after, change: "was added" }, log);
    else pairs.push(compareReturns(was, returned, both, log));
  }
  for (const event of old.keys()) {
    if (Object.hasOwn(after, event)) continue;
    addDifference(
      "event_removed",
      "breaking",
      { location: childLocation(locations.before, [event]), change: "was removed" },
      log,
    );
  }
  return pairs;
}

/**
 * Adds the differences between two returns or stream events.
 *
 * @returns their schemas, for `compareSchemas`
 */
function compareReturns(before: Return, after: Return, locations: LocationPair, log: DifferenceLog): SchemaPair {
  if (before.name !== after.name) {
    const change = `was called ${quote(before.name)}, is now called ${quote(after.name)}`;
    addDifference("return_name", "breaking", { location: locations.after, change }, log);
  }
  compareDescriptions(before.description, after.description, locations.after, log);
  compareUnknownFields(unknownFields(before, "return"), unknownFields(after, "return"), locations, log);
  return toSchemaPair(before, after, locations, "out");
}

/** Pairs the schemas of two versions of a parameter or return, with their locations. */
function toSchemaPair(
  before: Parameter | Return,
  after: Parameter | Return,
  locations: LocationPair,
  direction: SchemaPair["direction"],
): SchemaPair {
  const schemaSites = {
    before: childLocation(locations.before, ["schema"], []),
    after: childLocation(locations.after, ["schema"], []),
  };
  return { before: before.schema, after: after.schema, locations: schemaSites, direction };
}
