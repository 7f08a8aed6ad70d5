// What the interpreter has to know of a language: its lowering, its names, and what its libraries do.

import type { CallEntry } from "./call-entry.ts";
import type { Builtin, Call, Interpreter, MethodCall } from "./interpreter.ts";
import type { Program, Span } from "./ir.ts";
import type { Alternative, Value } from "./value.ts";

/** A language as the interpreter sees it. */
export interface Dialect {
  /** The name of its reader: `python`. */
  readonly name: string;
  /**
   * Parses a program and lowers it. Never throws.
   *
   * @param place - converts positions in `text` to positions in the program that contains it
   */
  readonly lower: (text: string, place: (span: Span) => Span) => Program;
  /** What the functions of its libraries do, by their dotted names. */
  readonly catalogue: Catalogue;
  /** Functions that are computed, by their dotted names: `os.path.join`. */
  readonly builtins: ReadonlyMap<string, Builtin>;
  /** The name of a method by what it does, for those whose names differ: `toLowerCase` of a text is `lower`. */
  readonly methods: ReadonlyMap<string, string>;
  /** The method that makes an instance of a class; the first that the class has. */
  readonly constructors: readonly string[];
  /** The name by which a method sees its object: `this`. `null` if the object is its first argument. */
  readonly self: string | null;
  /** An assignment to an unknown name of a function sets the variable around it, not a new one. */
  readonly assignsOuter: boolean;
  /** Lists, dictionaries and objects are values: an assignment copies them. */
  readonly copies: boolean;
  /** Members of a dictionary are attributes, too: `a.b` is `a["b"]`. */
  readonly hasRecords: boolean;
  /** The value of a name that the program has not set; `undefined` if the language has no such name. */
  readonly globalValue: (name: string, interpreter: Interpreter) => Value | undefined;
  /** The name that the catalogue has for a dotted name: `os` for `posix`. */
  readonly canonicalName: (name: string) => string;
  /** The value of a constant of a library, by its canonical name; `undefined` for functions and modules. */
  readonly constant: (name: string, interpreter: Interpreter) => Value | undefined;
  /** Calls of functions that no table describes; `undefined` leaves the call to the catalogue. */
  readonly callFunction?: (call: Call) => Value | undefined;
  /** Calls of methods that no table describes; `undefined` leaves the call to the catalogue. */
  readonly callMethod?: (object: Alternative, call: MethodCall) => Value | undefined;
  /** Whether a program can't have effects, by the words of its text. */
  readonly isSelfContained?: (program: string) => boolean;
}

/** The functions of libraries, by their dotted names. */
export interface Catalogue {
  entry(name: string): CallEntry | undefined;
  /** Whether it has functions of a module or type with this dotted name. */
  hasModule(name: string): boolean;
}
