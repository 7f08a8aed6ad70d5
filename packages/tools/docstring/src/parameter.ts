/** Creates a documented parameter from its name, type and description, and writes its type with its notes. */
import { findDefaultValue } from "./default-value.ts";
import type { DocstringParameter, DocstringRange } from "./docstring.ts";
import type { ParameterName } from "./names.ts";
import { splitTypeNotes, type TypeNotes } from "./type-annotation.ts";
import { withoutUndefined } from "./without-undefined.ts";

/** The text about a parameter besides its name. */
interface ParameterDetails {
  /** The type as written, with notes such as `optional`; or the notes already split from it. */
  readonly type?: string | TypeNotes | undefined;
  readonly typeRange?: DocstringRange | undefined;
  readonly description: string;
  readonly range?: DocstringRange | undefined;
}

/** Creates a parameter, and takes `optional` and `default` from its type and its description. */
export function createParameter(
  { name, nameRange, stars, optional: markedOptional }: ParameterName,
  { type, typeRange, description, range }: ParameterDetails,
): DocstringParameter {
  const notes = { ...descriptionNotes(description), ...(typeof type === "string" ? splitTypeNotes(type) : type) };
  const optional = markedOptional ?? notes.optional;
  return withoutUndefined({
    name,
    nameRange,
    stars,
    type: notes.type,
    typeRange,
    description,
    optional,
    default: notes.default,
    range,
  });
}

/**
 * A parameter's type followed by the notes that its description does not contain: `int, optional, default: 3`. Empty
 * if there is neither.
 */
export function typeWithNotes({ type, description, ...written }: DocstringParameter): string {
  const describedNotes = descriptionNotes(description);
  const notes = [type ?? ""];
  if (written.optional !== describedNotes.optional && written.optional !== undefined) {
    notes.push(written.optional ? "optional" : "required");
  }
  if (written.default !== describedNotes.default && written.default !== undefined)
    notes.push(`default: ${written.default}`);
  return notes.filter((note) => note !== "").join(", ");
}

/** The notes in a description: `Optional. … Defaults to 3.`, `… (optional)`. */
function descriptionNotes(description: string): TypeNotes {
  const isOptional =
    /^[(（]?(?:optional|可选)(?:[.,:;)]|[，。：；）])/i.test(description) ||
    /[(（](?:optional|可选)[)）]$/i.test(description);
  const value = findDefaultValue(description);
  return withoutUndefined({ optional: isOptional || undefined, default: value });
}
