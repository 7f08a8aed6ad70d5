import { plainType, type TypeNotes, typeNotes } from "../type-text.ts";

/** In a longer type only the outermost mark-up and notes are read, which keeps the work linear. */
const longest = 1000;

/** A type without mark-up and notes, those inside others as well, so that it reads the same when it is written again. */
export function fieldType(text: string, typeIn: (type: string) => string): TypeNotes {
  const { type = "", ...notes } = typeNotes(typeIn(plainType(text)));
  if (type === "") return notes;
  if (type === text || text.length > longest) return { type, ...notes };
  return { ...fieldType(type, typeIn), ...notes };
}

/** A type without mark-up, notes being part of it: what is returned is not optional. */
export function plainFieldType(text: string, typeIn: (type: string) => string): string {
  const type = typeIn(plainType(text));
  return type === text || text.length > longest ? type : plainFieldType(type, typeIn);
}
