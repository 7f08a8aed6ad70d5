/** Upgrades the return and the stream events of a function. */
import { isObject, ownMember, withoutUndefined } from "@helve/core/internal";
import { unwrapSchema, upgradeSchema } from "./schema.ts";
import { addChange, isWrapper, type JsonFields, type Path, type UpgradeLog, withNameFirst } from "./upgrade-log.ts";

/** The default name of a return. */
const defaultReturnName = "result";

/** Upgrades a function's return to OpenTool 1.0.0 §Return: `returns` becomes `return`. */
export function upgradeReturn(fn: JsonFields, path: Path, log: UpgradeLog): JsonFields {
  const renames = fn["returns"] !== undefined && fn["return"] === undefined;
  const before = renames ? fn["returns"] : fn["return"];
  const returnPath = [...path, "return"];
  if (renames) {
    log.dialects.add("S2");
    addChange(log, "return", returnPath, { before, after: before, reason: 'was called "returns"' });
  }
  if (before === undefined) return fn;
  const upgraded = upgradeReturnValue(before, returnPath, log);
  const entries = Object.entries(fn).filter(([key]) => !renames || key !== "return");
  return Object.fromEntries(
    entries.map(([key, value]) => (key === (renames ? "returns" : "return") ? ["return", upgraded] : [key, value])),
  );
}

/** Upgrades each event of a function's `stream`, which has the form of a return. */
export function upgradeStream(stream: JsonFields, path: Path, log: UpgradeLog): JsonFields {
  const events = Object.entries(stream).map(
    ([event, value]) =>
      [event, isObject(value) ? upgradeReturnFields(value, event, [...path, event], log) : value] as const,
  );
  return Object.fromEntries(events);
}

/** Upgrades the value of `return` or `returns`; a schema of type `"null"` becomes `null`. */
function upgradeReturnValue(before: unknown, path: Path, log: UpgradeLog): unknown {
  if (!isObject(before)) return before;
  const { form, value } = recognizeReturn(before);
  if (value !== before) {
    if (form === "map") log.dialects.add("S1");
    const reason = form === "map" ? "was a map by name" : "was a schema alone";
    addChange(log, "return", path, { before, after: value, reason });
  }
  if (value === null) return null;
  if (isNullSchema(value["schema"])) {
    addChange(log, "return", path, { before: value, after: null, reason: 'was of type "null": nothing is returned' });
    return null;
  }
  return upgradeReturnFields(value, defaultReturnName, path, log);
}

/**
 * Recognizes the form of a return, and puts its schema into a field `schema`; a value of unknown form is kept
 * unchanged.
 */
function recognizeReturn(value: JsonFields): {
  readonly form: "map" | "schema" | "return";
  readonly value: JsonFields | null;
} {
  if (isObject(value["schema"]) && !isReturnMap(value)) return { form: "return", value };
  if (typeof value["type"] === "string" || typeof value["$ref"] === "string") {
    const { name = defaultReturnName, description, ...schema } = value;
    return { form: "schema", value: withoutUndefined({ name, description, schema }) };
  }
  return isReturnMap(value) ? { form: "map", value: returnFromMap(value) } : { form: "return", value };
}

/** Whether every member is a wrapper. A map may have a member named `schema`, which is then a wrapper too. */
function isReturnMap(value: JsonFields): boolean {
  return Object.values(value).every(isWrapper);
}

/** Converts a map of returns: one entry becomes the return, several become the properties of an object. */
function returnFromMap(map: JsonFields): JsonFields | null {
  const [first, ...others] = Object.entries(map);
  if (first === undefined) return null;
  if (others.length > 0) return { name: defaultReturnName, schema: { type: "object", properties: map } };
  return withNameFirst(first[0], Object(first[1]));
}

/** Whether a schema, without its wrappers, has the type `"null"`. */
function isNullSchema(schema: unknown): boolean {
  const { schema: unwrapped } = unwrapSchema(schema, [], { changes: [], dialects: new Set() });
  return ownMember(unwrapped, "type") === "null";
}

/** Upgrades the schema of a return, and adds a missing name. */
function upgradeReturnFields(value: JsonFields, name: string, path: Path, log: UpgradeLog): JsonFields {
  const schema = value["schema"];
  if (!isObject(schema)) return value;
  const upgraded = { ...value, schema: upgradeSchema(schema, [...path, "schema"], log) };
  if (value["name"] !== undefined) return upgraded;
  addChange(log, "missing", [...path, "name"], { after: name, reason: `was missing: now "${name}"` });
  return { name, ...upgraded };
}
