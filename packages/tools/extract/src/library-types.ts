/** The types of TypeScript's library, such as `Date` and `Map`, and whether JSON can represent them. */
import type { JsonSchema } from "@helve/core";
import type { TypeName } from "./compiler.ts";

/** The representation of a library type. */
interface LibraryType {
  readonly schema?: JsonSchema;
  /** Why it can't be represented. */
  readonly problem?: string;
  /** The type argument that is the type of a list's items (0) or of an object's members (1). */
  readonly itemIndex?: 0 | 1;
}

/** Texts that these classes become in JSON. */
const texts: ReadonlyMap<string, JsonSchema> = new Map<string, JsonSchema>([
  ["Date", { type: "string", format: "date-time" }],
  ["URL", { type: "string", format: "uri" }],
]);

const wrappers: ReadonlyMap<string, JsonSchema> = new Map<string, JsonSchema>([
  ["String", { type: "string" }],
  ["Number", { type: "number" }],
  ["Boolean", { type: "boolean" }],
  ["Object", {}],
]);

const refused = new Set(
  `Map Set WeakMap WeakSet ReadonlyMap ReadonlySet RegExp Promise PromiseLike Function Symbol Error ArrayBuffer
  SharedArrayBuffer DataView Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array Float32Array Float64Array
  BigInt64Array BigUint64Array Blob File FormData Headers Request Response ReadableStream WritableStream AbortSignal
  Iterable Iterator AsyncIterable AsyncIterator Generator AsyncGenerator`.split(/\s+/),
);

/** Returns how a library type is represented; `undefined` for one that is an ordinary object. */
export function libraryType({ name }: TypeName, direction: "input" | "output"): LibraryType | undefined {
  const text = texts.get(name);
  if (text !== undefined) {
    const problem = `is a ${name}, which JSON has no values for: take a string`;
    return direction === "output" ? { schema: text } : { problem };
  }
  const wrapper = wrappers.get(name);
  if (wrapper !== undefined) return { schema: wrapper };
  if (name === "ReadonlyArray" || name === "Array" || name === "ArrayLike") return { itemIndex: 0 };
  if (name === "Record") return { itemIndex: 1 };
  return refused.has(name) ? { problem: `is a ${name}, which JSON can't represent` } : undefined;
}
