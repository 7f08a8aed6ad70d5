import { canonicalJson } from "@helve/core";
import { fieldsOf, type ObjectKind } from "../fields.ts";
import { listed } from "../words.ts";
import { type DifferenceLog, note, type Sites } from "./difference.ts";

/** The fields of an object that OpenTool does not know, by name. */
export function unknownFields(object: object, kind: ObjectKind): ReadonlyMap<string, unknown> {
  const known = new Set(fieldsOf[kind].map(({ name }) => name));
  return new Map(Object.entries(object).filter(([name, value]) => !known.has(name) && value !== undefined));
}

/** Enters that fields which OpenTool does not know are other ones. What they mean is not known either. */
export function compareUnknown(
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
  { after: site }: Sites,
  log: DifferenceLog,
): void {
  const text = (fields: ReadonlyMap<string, unknown>, name: string): string | undefined =>
    fields.has(name) ? canonicalJson(fields.get(name)) : undefined;
  const names = [...new Set([...before.keys(), ...after.keys()])];
  const other = names.filter((name) => text(before, name) !== text(after, name));
  if (other.length > 0) {
    note(
      log,
      "unknown_field",
      "cosmetic",
      site,
      `says something else in fields OpenTool does not know: ${listed(other)}`,
    );
  }
}
