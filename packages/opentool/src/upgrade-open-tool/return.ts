import { isObject } from "@helve/core/internal";
import { member } from "../json-path.ts";
import { bareSchema, upgradeSchema } from "./schema.ts";
import { type Fields, isWrapper, named, note, type Path, type UpgradeLog } from "./upgrade-log.ts";

/** What a return is called where nothing says it. */
const defaultName = "result";

/** Brings what a function returns to the form of OpenTool 1.0.0 §Return: `returns` becomes `return`. */
export function upgradeReturn(fn: Fields, path: Path, log: UpgradeLog): Fields {
  const renames = fn["returns"] !== undefined && fn["return"] === undefined;
  const before = renames ? fn["returns"] : fn["return"];
  const at = [...path, "return"];
  if (renames) {
    log.dialects.add("S2");
    note(log, "return", at, { before, after: before, says: 'was called "returns"' });
  }
  if (before === undefined) return fn;
  const upgraded = upgradeValue(before, at, log);
  const entries = Object.entries(fn).filter(([key]) => !renames || key !== "return");
  return Object.fromEntries(
    entries.map(([key, value]) => (key === (renames ? "returns" : "return") ? ["return", upgraded] : [key, value])),
  );
}

/** Brings the events of a function that streams to the form of a return each. */
export function upgradeStream(stream: Fields, path: Path, log: UpgradeLog): Fields {
  const events = Object.entries(stream).map(
    ([event, value]) => [event, isObject(value) ? upgradeFields(value, event, [...path, event], log) : value] as const,
  );
  return Object.fromEntries(events);
}

function upgradeValue(before: unknown, path: Path, log: UpgradeLog): unknown {
  if (!isObject(before)) return before;
  const { form, value } = recognised(before);
  if (value !== before) {
    if (form === "map") log.dialects.add("S1");
    const says = form === "map" ? "was a map by name" : "was a schema alone";
    note(log, "return", path, { before, after: value, says });
  }
  if (value === null) return null;
  if (isOnlyNull(value["schema"])) {
    note(log, "return", path, { before: value, after: null, says: 'was of type "null": nothing is returned' });
    return null;
  }
  return upgradeFields(value, defaultName, path, log);
}

/** A return with its schema in a field of its own; the value as it is when its form is not known. */
function recognised(value: Fields): { readonly form: "map" | "schema" | "return"; readonly value: Fields | null } {
  if (isObject(value["schema"]) && !isMap(value)) return { form: "return", value };
  if (typeof value["type"] === "string" || typeof value["$ref"] === "string") {
    const { name = defaultName, description, ...schema } = value;
    return { form: "schema", value: { name, ...(description !== undefined && { description }), schema } };
  }
  return isMap(value) ? { form: "map", value: fromMap(value) } : { form: "return", value };
}

/** A map by name may have a `schema` in it: that one is wrapped in turn, as are all beside it. */
function isMap(value: Fields): boolean {
  return Object.values(value).every(isWrapper);
}

function fromMap(map: Fields): Fields | null {
  const [first, ...others] = Object.entries(map);
  if (first === undefined) return null;
  if (others.length > 0) return { name: defaultName, schema: { type: "object", properties: map } };
  return named(first[0], Object(first[1]));
}

function isOnlyNull(schema: unknown): boolean {
  const { schema: bare } = bareSchema(schema, [], { changes: [], dialects: new Set() });
  return member(bare, "type") === "null";
}

function upgradeFields(value: Fields, name: string, path: Path, log: UpgradeLog): Fields {
  const schema = value["schema"];
  if (!isObject(schema)) return value;
  const upgraded = { ...value, schema: upgradeSchema(schema, [...path, "schema"], log) };
  if (value["name"] !== undefined) return upgraded;
  note(log, "missing", [...path, "name"], { after: name, says: `was missing: now "${name}"` });
  return { name, ...upgraded };
}
