import { isObject, quote } from "@helve/core/internal";
import { isBefore } from "./opentool-version.ts";
import { upgradeParameters } from "./upgrade-open-tool/parameters.ts";
import { upgradeReturn, upgradeStream } from "./upgrade-open-tool/return.ts";
import { upgradeSchema } from "./upgrade-open-tool/schema.ts";
import {
  type Change,
  type Dialect,
  type Fields,
  note,
  type Path,
  type UpgradeLog,
} from "./upgrade-open-tool/upgrade-log.ts";

/** A document in the current form, and how it came there. */
export interface UpgradedOpenTool {
  /** The input itself when there was nothing to change. Not checked: `parseOpenTool` names what is wrong with it. */
  readonly document: unknown;
  /** The oldest form found in the input; `null` when it has no list of functions, and so is no document of any form. */
  readonly dialect: Dialect | null;
  /** In the order they were made. */
  readonly changes: readonly Change[];
}

/**
 * Brings an OpenTool document of any form in use to the current one: OpenTool 1.0.0, or 2.0.0 where a function streams.
 *
 * Each function's form is told by its structure, since all forms call themselves 1.0.0. A required field with an obvious
 * value is filled in: `info.version`, a function's description and parameters, a parameter's `required`, a return's
 * name. What has none stays, for `parseOpenTool` to name. A function's name that is not legal is replaced; the change of
 * kind `"name"` has the one that the tool itself knows in `before`.
 *
 * Never throws on a JSON value and never changes it. An upgraded document is left as it is.
 *
 * @param input - a value that was parsed already
 *
 * @example
 * const { document, dialect, changes } = upgradeOpenTool(JSON.parse(text));
 * const { functions } = parseOpenTool(document);
 */
export function upgradeOpenTool(input: unknown): UpgradedOpenTool {
  if (!isObject(input) || !Array.isArray(input["functions"])) return { document: input, dialect: null, changes: [] };
  const log: UpgradeLog = { changes: [], dialects: new Set() };
  const document = upgradeDocument(input, input["functions"], log);
  const dialect = dialects.find((name) => log.dialects.has(name)) ?? "S3";
  return { document: log.changes.length === 0 ? input : document, dialect, changes: log.changes };
}

/** Oldest first; `S4` is an `S3` that needs more. */
const dialects: readonly Dialect[] = ["S0", "S1", "S2", "S4"];

function upgradeDocument(given: Fields, functions: readonly unknown[], log: UpgradeLog): Fields {
  const document = withVersions(given, functions, log);
  const schemas = document["schemas"];
  const names = legalNames(functions.flatMap((fn) => (isObject(fn) ? [fn["name"]] : [])).filter(isText));
  return {
    ...document,
    functions: functions.map((fn, index) => {
      const path = ["functions", index];
      return isObject(fn) ? upgradeFunction(withName(fn, names, path, log), path, log) : fn;
    }),
    ...(isObject(schemas) && { schemas: upgradeSchemas(schemas, log) }),
  };
}

function withVersions(document: Fields, functions: readonly unknown[], log: UpgradeLog): Fields {
  const { opentool: before, info } = document;
  const streams = functions.some((fn) => isObject(fn) && isObject(fn["stream"]));
  if (streams) log.dialects.add("S4");
  const newest = streams ? "stream" : document["server"] === undefined ? undefined : "server";
  const needed = newest === undefined ? "1.0.0" : sinceVersion[newest];
  const outgrown = newest !== undefined && isText(before) && isBefore(before, needed);
  const after = before === undefined || outgrown ? needed : before;
  if (before === undefined) {
    note(log, "missing", ["opentool"], { after, says: `was missing: now "${needed}"` });
  } else if (outgrown) {
    note(log, "version", ["opentool"], { before, after, says: `was ${quote(before)}: "${newest}" needs ${needed}` });
  }
  const versioned = before === undefined ? { opentool: after, ...document } : { ...document, opentool: after };
  if (!isObject(info) || info["version"] !== undefined) return versioned;
  note(log, "missing", ["info", "version"], { after: "1.0.0", says: 'was missing: now "1.0.0"' });
  return { ...versioned, info: { ...info, version: "1.0.0" } };
}

const sinceVersion = { server: "1.1.0", stream: "2.0.0" } as const;

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function withName(fn: Fields, names: ReadonlyMap<string, string>, path: Path, log: UpgradeLog): Fields {
  const before = fn["name"];
  const after = isText(before) ? names.get(before) : undefined;
  if (!isText(before) || after === undefined) return fn;
  const says = `was ${quote(before)}, which is not 1 to 64 of a-z, A-Z, 0-9, - and _: now ${quote(after)}`;
  note(log, "name", [...path, "name"], { before, after, says });
  return { ...fn, name: after };
}

function upgradeFunction(given: Fields, path: Path, log: UpgradeLog): Fields {
  const { description, stream } = given;
  const hasNone = description === undefined || description === null;
  if (hasNone) {
    note(log, "missing", [...path, "description"], { before: description, after: "", says: "was missing: now empty" });
  }
  const parameters = upgradeParameters(given["parameters"], [...path, "parameters"], log);
  const fn = upgradeReturn({ ...given, ...(hasNone && { description: "" }), parameters }, path, log);
  return isObject(stream) ? { ...fn, stream: upgradeStream(stream, [...path, "stream"], log) } : fn;
}

function upgradeSchemas(schemas: Fields, log: UpgradeLog): Fields {
  const upgraded = Object.entries(schemas).map(
    ([name, schema]) => [name, upgradeSchema(schema, ["schemas", name], log)] as const,
  );
  return Object.fromEntries(upgraded);
}

/** The longest name that a function may have. */
const longest = 64;

/**
 * Legal names for those that are not (OpenTool 1.0.0 §Function): a dot becomes `-`, as in `wireNames`, any other letter
 * that is not allowed `_`, and what is too long is cut. A name that is legal, or empty, is not in the table.
 *
 * No two names become one, nor one that is there already: `_2`, `_3`, … keeps them apart.
 */
function legalNames(names: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set(names);
  const legal = new Map<string, string>();
  for (const name of new Set(names)) {
    if (name === "" || /^[a-zA-Z0-9_-]{1,64}$/.test(name)) continue;
    const wanted = name.replaceAll(".", "-").replace(/[^a-zA-Z0-9_-]/gu, "_");
    const free = freeName(wanted, taken);
    taken.add(free);
    legal.set(name, free);
  }
  return legal;
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted.slice(0, longest);
  for (let n = 2; taken.has(name); n++) name = `${wanted.slice(0, longest - `_${n}`.length)}_${n}`;
  return name;
}
