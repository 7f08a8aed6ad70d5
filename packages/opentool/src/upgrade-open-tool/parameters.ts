import { isObject } from "@helve/core/internal";
import { bareSchema, upgradeBare } from "./schema.ts";
import { type Fields, isWrapper, named, note, type Path, type UpgradeLog } from "./upgrade-log.ts";

/** Brings the parameters of a function to the form of OpenTool 1.0.0 §Parameter; what is in no known form stays. */
export function upgradeParameters(given: unknown, path: Path, log: UpgradeLog): unknown {
  const list = asList(given, path, log);
  if (!Array.isArray(list)) return list;
  return list.map((parameter, index) => upgradeParameter(parameter, [...path, index], log));
}

function asList(before: unknown, path: Path, log: UpgradeLog): unknown {
  if (before === undefined || before === null) {
    note(log, "missing", path, { before, after: [], says: "was missing: a function without parameters has none" });
    return [];
  }
  if (!isObject(before)) return before;
  if (isJsonSchema(before)) {
    const after = fromJsonSchema(before);
    log.dialects.add("S0");
    note(log, "parameters", path, { before, after, says: "was like a JSON Schema: now a list" });
    return after;
  }
  const entries = Object.entries(before);
  if (!entries.every(([, entry]) => isObject(entry))) return before;
  const after = entries.map(([name, entry]) => parameterOf(name, entry));
  log.dialects.add("S1");
  note(log, "parameters", path, { before, after, says: "was a map by name: now a list" });
  return after;
}

/** In a map by name, `type` and `properties` would be parameters. */
function isJsonSchema({ type, properties }: Fields): boolean {
  if (type === "object") return properties === undefined || isObject(properties);
  return type === undefined && isObject(properties) && !isWrapper(properties);
}

function fromJsonSchema({ properties, required }: Fields): readonly Fields[] {
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(properties ?? {}).map(([name, property]) => {
    const parameter = parameterOf(name, property);
    return { ...parameter, required: parameter["required"] ?? names.includes(name) };
  });
}

/** A parameter from its name and its schema, or from its name and all the rest of it. */
function parameterOf(name: string, entry: unknown): Fields {
  if (isWrapper(entry)) return named(name, entry);
  if (!isObject(entry)) return { name, schema: entry };
  const { description, required, ...schema } = entry;
  return {
    name,
    ...(description !== undefined && { description }),
    schema: typeof required === "boolean" || required === undefined ? schema : { ...schema, required },
    ...(typeof required === "boolean" && { required }),
  };
}

function upgradeParameter(given: unknown, path: Path, log: UpgradeLog): unknown {
  if (!isObject(given)) return given;
  const parameter = withEnumInSchema(given, path, log);
  const at = [...path, "schema"];
  const bare = bareSchema(parameter["schema"], at, log);
  const before = parameter["required"] ?? undefined;
  const required = before ?? bare.required ?? false;
  if (bare.required !== undefined) {
    const says = "said by the schema: now by the parameter alone";
    note(log, "required", [...path, "required"], { before, after: required, says });
  } else if (before === undefined) {
    const says = "was missing: not required";
    note(log, "missing", [...path, "required"], { before: parameter["required"], after: false, says });
  }
  const schema = upgradeBare(bare.schema, at, log);
  return { ...parameter, ...(schema !== undefined && { schema }), required };
}

/** A list of choices may stand beside the schema that it belongs to. */
function withEnumInSchema(parameter: Fields, path: Path, log: UpgradeLog): Fields {
  const { enum: choices, ...rest } = parameter;
  const schema = rest["schema"];
  if (!Array.isArray(choices) || !isObject(schema) || schema["enum"] !== undefined) return parameter;
  note(log, "enum", [...path, "schema", "enum"], { after: choices, says: "stood beside the schema" });
  return { ...rest, schema: { ...schema, enum: choices } };
}
