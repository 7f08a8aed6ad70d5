import { type Issue, jsonPointer, nearest, quoted } from "@helve/core";
import { type Field, fieldsOf, type ObjectKind } from "./fields.ts";
import { isOfType } from "./is-of-type.ts";
import { member, place } from "./place.ts";
import { isBefore } from "./versions.ts";

/** What is allowed in a document, but hardly meant. */
export interface Hints {
  /** Fields that are not known, with a name close to one that is. */
  readonly misspelt: readonly Misspelt[];
  /** Fields of a later version than the one that the document names. */
  readonly early: readonly Issue[];
}

/** A field that is not known. */
export interface Misspelt {
  /** The object that has it. */
  readonly path: readonly PropertyKey[];
  readonly name: string;
  /** The known field that was probably meant. */
  readonly meant: string;
}

/** Looks through all objects of a document, of any shape, whose schemas are not nested too deeply. */
export function hintsOf(document: unknown): Hints {
  const opentool = member(document, "opentool");
  const reader: Reader = { version: typeof opentool === "string" ? opentool : "", misspelt: [], early: [] };
  readObject(document, "document", [], reader);
  return reader;
}

/** The warning of a misspelt field. */
export function misspeltIssue({ path, name, meant }: Misspelt): Issue {
  const at = [...path, name];
  const message = `${place(at)} is not a known field, did you mean ${quoted(meant)}?`;
  return { code: "unknown_field", message, path: jsonPointer(at), expected: meant };
}

interface Reader extends Hints {
  readonly version: string;
  readonly misspelt: Misspelt[];
  readonly early: Issue[];
}

type Path = readonly PropertyKey[];

/** The fields that 1.0.0 does not know, and the version that has them first. */
const since: ReadonlyMap<string, string> = new Map([
  ["document/server", "1.1.0"],
  ["function/stream", "2.0.0"],
]);

function readObject(value: unknown, kind: ObjectKind, path: Path, reader: Reader): void {
  if (!isOfType("object", value)) return;
  const fields = fieldsOf[kind];
  const names = fields.map((field) => field.name);
  for (const name of Object.keys(Object(value))) {
    const meant = names.includes(name) ? undefined : nearest(name, names);
    if (meant !== undefined) reader.misspelt.push({ path, name, meant });
  }
  for (const field of fields) {
    const own = member(value, field.name);
    if (own === undefined) continue;
    readVersion(since.get(`${kind}/${field.name}`), [...path, field.name], reader);
    readField(own, field, [...path, field.name], reader);
  }
}

function readField(value: unknown, { kind, within }: Field, path: Path, reader: Reader): void {
  if (kind === undefined) return;
  if (within === undefined) readObject(value, kind, path, reader);
  else if (within === "list" && Array.isArray(value)) {
    for (const [index, item] of value.entries()) readObject(item, kind, [...path, index], reader);
  } else if (within === "names" && isOfType("object", value)) {
    for (const [name, item] of Object.entries(Object(value))) readObject(item, kind, [...path, name], reader);
  }
}

function readVersion(first: string | undefined, path: Path, { version, early }: Reader): void {
  if (first === undefined || !isBefore(version, first)) return;
  const message = `${place(path)} is of OpenTool ${first} and later: write it as the version (got ${quoted(version)})`;
  early.push({ code: "newer_field", message, path: jsonPointer(path), expected: first });
}
