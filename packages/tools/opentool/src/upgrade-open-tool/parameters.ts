/** Upgrades the parameters of a function: maps and JSON Schemas become a list. */
import { isObject, withoutUndefined } from "@helve/core/internal";
import { unwrapSchema, upgradeUnwrappedSchema } from "./schema.ts";
import { addChange, isWrapper, type JsonFields, type Path, type UpgradeLog, withNameFirst } from "./upgrade-log.ts";

/** Upgrades a function's parameters to OpenTool 1.0.0 §Parameter; an unknown form is left unchanged. */
export function upgradeParameters(input: unknown, path: Path, log: UpgradeLog): unknown {
  const list = toParameterList(input, path, log);
  if (!Array.isArray(list)) return list;
  return list.map((parameter, index) => upgradeParameter(parameter, [...path, index], log));
}

/** Converts parameters of any dialect to a list; an unknown form is returned unchanged. */
function toParameterList(before: unknown, path: Path, log: UpgradeLog): unknown {
  if (before === undefined || before === null) {
    addChange(log, "missing", path, {
      before,
      after: [],
      reason: "was missing: a function without parameters has none",
    });
    return [];
  }
  if (!isObject(before)) return before;
  if (isJsonSchema(before)) {
    const after = parametersFromJsonSchema(before);
    log.dialects.add("S0");
    addChange(log, "parameters", path, { before, after, reason: "was like a JSON Schema: now a list" });
    return after;
  }
  const entries = Object.entries(before);
  if (!entries.every(([, entry]) => isObject(entry))) return before;
  const after = entries.map(([name, entry]) => toParameter(name, entry));
  log.dialects.add("S1");
  addChange(log, "parameters", path, { before, after, reason: "was a map by name: now a list" });
  return after;
}

/** Whether parameters have the form of a JSON Schema. In a map by name, `type` and `properties` are parameter names. */
function isJsonSchema({ type, properties }: JsonFields): boolean {
  if (type === "object") return properties === undefined || isObject(properties);
  return type === undefined && isObject(properties) && !isWrapper(properties);
}

/** Converts parameters in the form of a JSON Schema to a list, with the names in its `required` list as required. */
function parametersFromJsonSchema({ properties, required }: JsonFields): readonly JsonFields[] {
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(properties ?? {}).map(([name, property]) => {
    const parameter = toParameter(name, property);
    return { ...parameter, required: parameter["required"] ?? names.includes(name) };
  });
}

/** Creates a parameter from its name and a map entry: a wrapper, or a schema with the parameter's own fields in it. */
function toParameter(name: string, entry: unknown): JsonFields {
  if (isWrapper(entry)) return withNameFirst(name, entry);
  if (!isObject(entry)) return { name, schema: entry };
  const { description, required, ...schema } = entry;
  return withoutUndefined({
    name,
    description,
    schema: typeof required === "boolean" || required === undefined ? schema : { ...schema, required },
    required: typeof required === "boolean" ? required : undefined,
  });
}

/** Upgrades one parameter: unwraps its schema, and moves `enum` into the schema and `required` out of it. */
function upgradeParameter(input: unknown, path: Path, log: UpgradeLog): unknown {
  if (!isObject(input)) return input;
  const parameter = moveEnumIntoSchema(input, path, log);
  const schemaPath = [...path, "schema"];
  const unwrapped = unwrapSchema(parameter["schema"], schemaPath, log);
  const before = parameter["required"] ?? undefined;
  const required = before ?? unwrapped.required ?? false;
  if (unwrapped.required !== undefined) {
    const reason = "was in the schema: now only on the parameter";
    addChange(log, "required", [...path, "required"], { before, after: required, reason });
  } else if (before === undefined) {
    const reason = "was missing: not required";
    addChange(log, "missing", [...path, "required"], { before: parameter["required"], after: false, reason });
  }
  const schema = upgradeUnwrappedSchema(unwrapped.schema, schemaPath, log);
  return { ...parameter, ...withoutUndefined({ schema }), required };
}

/** Moves an `enum` beside a parameter's schema into the schema. */
function moveEnumIntoSchema(parameter: JsonFields, path: Path, log: UpgradeLog): JsonFields {
  const { enum: choices, ...rest } = parameter;
  const schema = rest["schema"];
  if (!Array.isArray(choices) || !isObject(schema) || schema["enum"] !== undefined) return parameter;
  addChange(log, "enum", [...path, "schema", "enum"], { after: choices, reason: "stood beside the schema" });
  return { ...rest, schema: { ...schema, enum: choices } };
}
