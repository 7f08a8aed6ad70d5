import type { ArgumentParser } from "../argument-parser.ts";
import { ownMember } from "../json-pointer.ts";

/** A parser that passes any raw arguments as the text of the only parameter (Lagent `BaseParser`). */
export function textParser(parameter: string): ArgumentParser {
  return {
    decode: (raw) => ({ ok: true, args: { [parameter]: argumentText(raw, parameter) }, repairs: [] }),
  };
}

/** Returns raw arguments as text: a string itself, or the member `name` of an object, or the JSON of the object. */
function argumentText(raw: unknown, name: string): string {
  if (typeof raw === "string") return raw;
  if (typeof raw !== "object" || raw === null) return raw === undefined || raw === null ? "" : String(raw);
  const value = ownMember(raw, name);
  return typeof value === "string" ? value : JSON.stringify(raw);
}
