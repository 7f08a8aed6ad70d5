import { closestName, quote } from "@helve/core/internal";
import type { OpenTool, OpenToolFunction, Parameter, Return } from "../document.ts";
import { unknownFields } from "../schema-shape.ts";
import { type BothSchemas, compareRequired, compareSchemas, noteText, type SchemaPair } from "./compare-schemas.ts";
import {
  bothWithin,
  compareUnknown,
  type Difference,
  type DifferenceLog,
  note,
  type Site,
  type Sites,
  within,
} from "./difference.ts";

/** Enters the differences between the functions of two documents. Their order means nothing. */
export function compareFunctions(before: OpenTool, after: OpenTool, log: DifferenceLog): void {
  const schemas = { before: before.schemas ?? {}, after: after.schemas ?? {} };
  const old = placed(before.functions);
  const now = placed(after.functions);
  for (const [name, { fn, site }] of now) {
    const was = old.get(name);
    if (was === undefined) note({ ...log, fn: name }, "function_added", "compatible", site, "was added");
    else compareFunction(was.fn, fn, { before: was.site, after: site }, schemas, { ...log, fn: name });
  }
  const added = [...now.keys()].filter((name) => !old.has(name));
  for (const [name, was] of old) {
    if (now.has(name)) continue;
    const near = now.get(closestName(name, added) ?? "")?.fn;
    const renamedTo = near !== undefined && isAlike(was.fn, near, schemas) ? near.name : undefined;
    const hint = renamedTo === undefined ? "" : `, did it become ${quote(renamedTo)}?`;
    note({ ...log, fn: name }, "function_removed", "breaking", was.site, `was removed${hint}`, renamedTo);
  }
}

interface Placed {
  readonly fn: OpenToolFunction;
  readonly site: Site;
}

function placed(functions: readonly OpenToolFunction[]): ReadonlyMap<string, Placed> {
  return new Map(
    functions.map((fn, index) => [fn.name, { fn, site: { path: ["functions", index], words: [fn.name] } }]),
  );
}

/** Whether a caller of one function could call the other. */
function isAlike(before: OpenToolFunction, after: OpenToolFunction, schemas: BothSchemas): boolean {
  const found = new Map<string, Difference>();
  const site = { path: [], words: [] };
  compareFunction(before, after, { before: site, after: site }, schemas, { found });
  return [...found.values()].every(({ impact }) => impact === "cosmetic");
}

function compareFunction(
  before: OpenToolFunction,
  after: OpenToolFunction,
  sites: Sites,
  schemas: BothSchemas,
  log: DifferenceLog,
): void {
  noteText(before.description, after.description, sites.after, log);
  compareUnknown(unknownFields(before, "function"), unknownFields(after, "function"), sites, log);
  const pairs = [
    ...compareParameters(before.parameters, after.parameters, sites, log),
    ...compareReturn(before.return, after.return, bothWithin(sites, "return"), log),
    ...compareStream(before.stream, after.stream, bothWithin(sites, "stream"), log),
  ];
  compareSchemas(pairs, schemas, log);
}

/** @returns the schemas that are to be compared, as the functions below do */
function compareParameters(
  before: readonly Parameter[],
  after: readonly Parameter[],
  sites: Sites,
  log: DifferenceLog,
): readonly SchemaPair[] {
  const old = new Map(before.map((parameter, index) => [parameter.name, { parameter, index }]));
  const pairs: SchemaPair[] = [];
  for (const [index, parameter] of after.entries()) {
    const site = parameterSite(sites.after, index, parameter);
    const was = old.get(parameter.name);
    if (was === undefined) {
      const says = parameter.required ? "was added, and is required" : "was added";
      note(log, "parameter_added", parameter.required ? "breaking" : "compatible", site, says);
      continue;
    }
    const both = { before: parameterSite(sites.before, was.index, parameter), after: site };
    noteText(was.parameter.description, parameter.description, site, log);
    compareUnknown(unknownFields(was.parameter, "parameter"), unknownFields(parameter, "parameter"), both, log);
    compareRequired(was.parameter.required, parameter.required, site, "in", log);
    pairs.push(schemaPair(was.parameter, parameter, both, "in"));
  }
  const names = after.map(({ name }) => name);
  for (const { parameter, index } of old.values()) {
    if (names.includes(parameter.name)) continue;
    note(log, "parameter_removed", "breaking", parameterSite(sites.before, index, parameter), "was removed");
  }
  const kept = [...old.keys()].filter((name) => names.includes(name));
  if (kept.some((name, index) => names[index] !== name)) {
    note(log, "parameter_order", "cosmetic", within(sites.after, ["parameters"]), "are in another order");
  }
  return pairs;
}

function parameterSite(site: Site, index: number, { name }: Parameter): Site {
  return within(site, ["parameters", index], ["parameters", name]);
}

function compareReturn(
  before: Return | null | undefined,
  after: Return | null | undefined,
  sites: Sites,
  log: DifferenceLog,
): readonly SchemaPair[] {
  if (before && after) return [compareReturned(before, after, sites, log)];
  // Nothing to return, nothing that a caller could miss.
  if (before === null && after === undefined) note(log, "return_removed", "compatible", sites.before, "was null");
  else if (before) note(log, "return_removed", "breaking", sites.before, "was removed");
  else if (after === null && before === undefined) note(log, "return_added", "compatible", sites.after, "is now null");
  else if (after) note(log, "return_added", "compatible", sites.after, "was added");
  return [];
}

function compareStream(
  before: OpenToolFunction["stream"],
  after: OpenToolFunction["stream"],
  sites: Sites,
  log: DifferenceLog,
): readonly SchemaPair[] {
  if (before === undefined && after === undefined) return [];
  if (before === undefined) note(log, "stream_added", "compatible", sites.after, "was added");
  if (after === undefined) note(log, "stream_removed", "breaking", sites.before, "was removed");
  if (before === undefined || after === undefined) return [];
  const old = new Map(Object.entries(before));
  const pairs: SchemaPair[] = [];
  for (const [event, returned] of Object.entries(after)) {
    const was = old.get(event);
    const both = bothWithin(sites, event);
    if (was === undefined) note(log, "event_added", "compatible", both.after, "was added");
    else pairs.push(compareReturned(was, returned, both, log));
  }
  for (const event of old.keys()) {
    if (Object.hasOwn(after, event)) continue;
    note(log, "event_removed", "breaking", within(sites.before, [event]), "was removed");
  }
  return pairs;
}

function compareReturned(before: Return, after: Return, sites: Sites, log: DifferenceLog): SchemaPair {
  if (before.name !== after.name) {
    const says = `was called ${quote(before.name)}, is now called ${quote(after.name)}`;
    note(log, "return_name", "breaking", sites.after, says);
  }
  noteText(before.description, after.description, sites.after, log);
  compareUnknown(unknownFields(before, "return"), unknownFields(after, "return"), sites, log);
  return schemaPair(before, after, sites, "out");
}

function schemaPair(
  before: Parameter | Return,
  after: Parameter | Return,
  sites: Sites,
  direction: SchemaPair["direction"],
): SchemaPair {
  const schemaSites = { before: within(sites.before, ["schema"], []), after: within(sites.after, ["schema"], []) };
  return { before: before.schema, after: after.schema, sites: schemaSites, direction };
}
