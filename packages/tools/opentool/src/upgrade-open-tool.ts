/** Upgrades OpenTool documents of older dialects to the current form. */
import { isObject, quote, withoutUndefined } from "@helve/core/internal";
import { freeName } from "./convert/function-names.ts";
import { isOlderVersion } from "./opentool-version.ts";
import { upgradeParameters } from "./upgrade-open-tool/parameters.ts";
import { upgradeReturn, upgradeStream } from "./upgrade-open-tool/return.ts";
import { upgradeSchema } from "./upgrade-open-tool/schema.ts";
import {
  addChange,
  type Change,
  type Dialect,
  type JsonFields,
  type Path,
  type UpgradeLog,
} from "./upgrade-open-tool/upgrade-log.ts";

/** An upgraded document and the changes that were applied. */
export interface UpgradedOpenTool {
  /** The input itself if nothing changed. It is not validated: pass it to `parseOpenTool`. */
  readonly document: unknown;
  /** The oldest form found in the input; `null` when it has no list of functions, and so is no document of any form. */
  readonly dialect: Dialect | null;
  /** The changes in the order in which they were applied. */
  readonly changes: readonly Change[];
}

/**
 * Upgrades an OpenTool document of any dialect to the current form: OpenTool 1.0.0, or 2.0.0 if a function streams.
 *
 * The dialect of each function is recognized by its structure, since all dialects call themselves 1.0.0. A required
 * field with an obvious value is filled in: `info.version`, a function's description and parameters, a parameter's
 * `required`, a return's name. Other missing fields are left for `parseOpenTool` to report. An illegal function name is
 * replaced; the change of kind `"name"` has the original name in `before`.
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
  const dialect = dialectsByAge.find((name) => log.dialects.has(name)) ?? "S3";
  return { document: log.changes.length === 0 ? input : document, dialect, changes: log.changes };
}

/** Oldest first; `S4` is an `S3` that needs more. */
const dialectsByAge: readonly Dialect[] = ["S0", "S1", "S2", "S4"];

/** Upgrades the versions, functions and schemas of a document. */
function upgradeDocument(input: JsonFields, functions: readonly unknown[], log: UpgradeLog): JsonFields {
  const document = upgradeVersions(input, functions, log);
  const schemas = document["schemas"];
  const names = legalFunctionNames(functions.flatMap((fn) => (isObject(fn) ? [fn["name"]] : [])).filter(isString));
  return {
    ...document,
    functions: functions.map((fn, index) => {
      const path = ["functions", index];
      return isObject(fn) ? upgradeFunction(upgradeName(fn, names, path, log), path, log) : fn;
    }),
    ...withoutUndefined({ schemas: isObject(schemas) ? upgradeSchemas(schemas, log) : undefined }),
  };
}

/** Fills in a missing `opentool` and `info.version`, and raises `opentool` if the document uses newer fields. */
function upgradeVersions(document: JsonFields, functions: readonly unknown[], log: UpgradeLog): JsonFields {
  const { opentool, info } = document;
  const before = opentool ?? undefined;
  const streams = functions.some((fn) => isObject(fn) && isObject(fn["stream"]));
  if (streams) log.dialects.add("S4");
  const newest = streams ? "stream" : (document["server"] ?? undefined) === undefined ? undefined : "server";
  const needed = newest === undefined ? "1.0.0" : requiredVersion[newest];
  const isOutdated = newest !== undefined && isString(before) && isOlderVersion(before, needed);
  const after = before === undefined || isOutdated ? needed : before;
  if (before === undefined) {
    addChange(log, "missing", ["opentool"], { after, reason: `was missing: now "${needed}"` });
  } else if (isOutdated) {
    addChange(log, "version", ["opentool"], {
      before,
      after,
      reason: `was ${quote(before)}: "${newest}" needs ${needed}`,
    });
  }
  const versioned = opentool === undefined ? { opentool: after, ...document } : { ...document, opentool: after };
  if (!isObject(info) || (info["version"] ?? undefined) !== undefined) return versioned;
  addChange(log, "missing", ["info", "version"], { after: "1.0.0", reason: 'was missing: now "1.0.0"' });
  return { ...versioned, info: { ...info, version: "1.0.0" } };
}

const requiredVersion = { server: "1.1.0", stream: "2.0.0" } as const;

function isString(value: unknown): value is string {
  return typeof value === "string";
}

/** Replaces an illegal function name. */
function upgradeName(fn: JsonFields, names: ReadonlyMap<string, string>, path: Path, log: UpgradeLog): JsonFields {
  const before = fn["name"];
  const after = isString(before) ? names.get(before) : undefined;
  if (!isString(before) || after === undefined) return fn;
  const reason = `was ${quote(before)}, which is not 1 to 64 of a-z, A-Z, 0-9, - and _: now ${quote(after)}`;
  addChange(log, "name", [...path, "name"], { before, after, reason });
  return { ...fn, name: after };
}

/** Upgrades the description, parameters, return and stream of a function. */
function upgradeFunction(input: JsonFields, path: Path, log: UpgradeLog): JsonFields {
  const { description, stream } = input;
  const lacksDescription = description === undefined || description === null;
  if (lacksDescription) {
    addChange(log, "missing", [...path, "description"], {
      before: description,
      after: "",
      reason: "was missing: now empty",
    });
  }
  const parameters = upgradeParameters(input["parameters"], [...path, "parameters"], log);
  const fn = upgradeReturn(
    { ...input, ...withoutUndefined({ description: lacksDescription ? "" : undefined }), parameters },
    path,
    log,
  );
  return isObject(stream) ? { ...fn, stream: upgradeStream(stream, [...path, "stream"], log) } : fn;
}

/** Upgrades each of the document's named schemas. */
function upgradeSchemas(schemas: JsonFields, log: UpgradeLog): JsonFields {
  const upgraded = Object.entries(schemas).map(
    ([name, schema]) => [name, upgradeSchema(schema, ["schemas", name], log)] as const,
  );
  return Object.fromEntries(upgraded);
}

/**
 * Creates legal replacements for illegal function names (OpenTool 1.0.0 §Function): a dot becomes `-`, as in
 * `wireNames`, any other illegal character `_`, and names that are too long are cut. Legal and empty names are not in
 * the table.
 *
 * A suffix `_2`, `_3`, … keeps names distinct.
 */
function legalFunctionNames(names: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set(names);
  const legal = new Map<string, string>();
  for (const name of new Set(names)) {
    if (name === "" || /^[a-zA-Z0-9_-]{1,64}$/.test(name)) continue;
    const wanted = name.replaceAll(".", "-").replace(/[^a-zA-Z0-9_-]/gu, "_");
    legal.set(name, freeName(wanted, taken));
  }
  return legal;
}
