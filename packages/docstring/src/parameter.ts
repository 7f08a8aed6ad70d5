import { findDefaultValue } from "./default-value.ts";
import type { DocstringParameter, DocstringRange } from "./docstring.ts";
import type { ParameterName } from "./names.ts";
import { splitTypeNotes, type TypeNotes } from "./type-annotation.ts";

/** What is written about a parameter beside its name. */
interface ParameterDetails {
  /** As written, notes such as `optional` included; or what was read from that. */
  readonly type?: string | TypeNotes | undefined;
  readonly typeRange?: DocstringRange | undefined;
  readonly description: string;
  readonly range?: DocstringRange | undefined;
}

/** A parameter, with what its type and its description say of being optional and of the default. */
export function createParameter(
  { name, nameRange, stars, optional: marked }: ParameterName,
  { type, typeRange, description, range }: ParameterDetails,
): DocstringParameter {
  const notes = { ...descriptionNotes(description), ...(typeof type === "string" ? splitTypeNotes(type) : type) };
  const optional = marked ?? notes.optional;
  return {
    name,
    ...(nameRange !== undefined && { nameRange }),
    ...(stars !== undefined && { stars }),
    ...(notes.type !== undefined && { type: notes.type }),
    ...(typeRange !== undefined && { typeRange }),
    description,
    ...(optional !== undefined && { optional }),
    ...(notes.default !== undefined && { default: notes.default }),
    ...(range !== undefined && { range }),
  };
}

/**
 * A parameter's type with the notes that its description does not give: `int, optional, default: 3`; empty when there is
 * nothing to say.
 */
export function typeWithNotes({ type, description, ...given }: DocstringParameter): string {
  const describedNotes = descriptionNotes(description);
  const notes = [type ?? ""];
  if (given.optional !== describedNotes.optional && given.optional !== undefined) {
    notes.push(given.optional ? "optional" : "required");
  }
  if (given.default !== describedNotes.default && given.default !== undefined) notes.push(`default: ${given.default}`);
  return notes.filter((note) => note !== "").join(", ");
}

/** What a description says beside its type: `Optional. … Defaults to 3.`, `… (optional)`. */
function descriptionNotes(description: string): TypeNotes {
  const isOptional =
    /^[(（]?(?:optional|可选)(?:[.,:;)]|[，。：；）])/i.test(description) ||
    /[(（](?:optional|可选)[)）]$/i.test(description);
  const value = findDefaultValue(description);
  return { ...(isOptional && { optional: true }), ...(value !== undefined && { default: value }) };
}
