import type { Issue } from "@helve/core";
import { jsonPointer } from "@helve/core/internal";
import { place } from "../json-path.ts";

/** A pass over a document: where it is, and what it has found. */
export interface Reader {
  /** From the document to the object that is being read; it grows and shrinks on the way. */
  readonly path: PropertyKey[];
  /** The document's schemas, which references name. */
  readonly schemas: unknown;
  /** The version that the document names; empty when it names none. */
  readonly version: string;
  readonly errors: Issue[];
  readonly warnings: Issue[];
  readonly misspelt: Misspelt[];
  /** Schemas that stand too deep to be read where they are. */
  readonly postponed: Postponed[];
}

/** A field that is not known, with a name close to one that is. */
export interface Misspelt {
  /** The object that has it. */
  readonly path: readonly PropertyKey[];
  readonly name: string;
  /** The known field that was probably meant. */
  readonly meant: string;
}

/** A schema, where it stands, and in how many others. */
interface Postponed {
  readonly schema: object;
  readonly path: readonly PropertyKey[];
  readonly depth: number;
}

/** An object whose own fields are to be read. */
export type Members = Readonly<Record<string, unknown>>;

/** What is wrong at a place. */
export interface Fault {
  readonly code: string;
  /** From the object that is being read to the place; the object itself when absent. */
  readonly at?: readonly PropertyKey[];
  /** What follows the place in the message. */
  readonly says: string;
  readonly expected?: string;
}

/** Enters an error. */
export function report({ path, errors }: Reader, { code, at = [], says, expected }: Fault): void {
  const whole = [...path, ...at];
  const message = `${whole.length === 0 ? "the document" : place(whole)} ${says}`;
  errors.push({ code, message, path: jsonPointer(whole), ...(expected !== undefined && { expected }) });
}
