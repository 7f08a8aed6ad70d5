/** The state of converting TypeScript types to JSON Schema: definitions, problems and limits. */
import type { JsonSchema } from "@helve/core";
import type { Compiler, SyntaxNode } from "./compiler.ts";

/** The state of converting the types of one function, for its arguments or its result. */
export interface SchemaWriter {
  readonly compiler: Compiler;
  /** Whether values come from JSON, as arguments do, or go to JSON, as results do. */
  readonly direction: "input" | "output";
  readonly definitions: Map<string, JsonSchema>;
  /** The names of the types that have a definition. */
  readonly names: Map<number, string>;
  readonly report: (problem: Problem) => void;
  readonly progress: Progress;
}

/** Counts for the limits of a function. */
interface Progress {
  /** How many types were converted. */
  types: number;
  /** How many types contain the one that is converted. */
  depth: number;
  /** How many types JSON can't represent. */
  refused: number;
  /** Whether a limit is reached, so that no more types are converted. */
  hasEnded: boolean;
}

/** A part of a type that JSON Schema can't express. */
export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly severity: "error" | "warning";
  readonly node: () => SyntaxNode;
}

/** The owner of a type, for messages. */
export interface Place {
  /** Such as `the parameter "city"`. */
  readonly what: string;
  /** Returns the nearest declaration: finding it may mean reading another file. */
  readonly node: () => SyntaxNode;
}

/** Creates the state for the types of one function. */
export function createSchemaWriter(
  compiler: Compiler,
  direction: SchemaWriter["direction"],
  report: SchemaWriter["report"],
): SchemaWriter {
  return {
    compiler,
    direction,
    definitions: new Map(),
    names: new Map(),
    report,
    progress: { types: 0, depth: 0, refused: 0, hasEnded: false },
  };
}

/** A type that consists of more types, or is nested deeper, has no end: `type Grow<T> = { next: Grow<T[]> }`. */
const maxTypes = 2000;
const maxDepth = 60;

/** After so many problems of a function, its other types are not converted. A result with one has no schema. */
const maxRefused = { input: 5, output: 1 } as const;

/** Converts a type, unless a limit of its function is reached. */
export function withinLimits(place: Place, writer: SchemaWriter, convert: () => JsonSchema): JsonSchema {
  const { progress } = writer;
  if (progress.hasEnded) return {};
  if (progress.depth === maxDepth || progress.types === maxTypes) {
    progress.hasEnded = true;
    return refuse("is of a type that contains itself without a name, or is too large", place, writer);
  }
  progress.types += 1;
  progress.depth += 1;
  const schema = convert();
  progress.depth -= 1;
  return schema;
}

/** Reports a type that JSON can't represent. */
export function refuse(
  problem: string,
  { what, node }: Place,
  { report, progress, direction }: SchemaWriter,
): JsonSchema {
  progress.refused += 1;
  if (progress.refused >= maxRefused[direction]) progress.hasEnded = true;
  report({ code: "unrepresentable", message: `${what} ${problem}`, severity: "error", node });
  return {};
}

/** Reports a type that admits any value. */
export function unknownSchema(problem: string, { what, node }: Place, { report }: SchemaWriter): JsonSchema {
  report({ code: "unknown_type", message: `${what} ${problem}`, severity: "warning", node });
  return {};
}
