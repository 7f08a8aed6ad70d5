/** The parts of a language that the interpreter needs: its lowering, its names, and its library functions. */
import type { CallEntry } from "./call-entry.ts";
import type { Builtin, CommandCall, Interpreter, MethodCall, SortedCall } from "./interpreter.ts";
import type { ClassStatement, FunctionStatement, LambdaFunction, Program, Span } from "./ir.ts";
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
  /** The effects of library functions, by their dotted names. */
  readonly catalogue: Catalogue;
  /** Functions that are computed, by their dotted names: `os.path.join`. */
  readonly builtins: ReadonlyMap<string, Builtin>;
  /** The names of methods by what they do, in Python's words: `lower` for `text.toLowerCase`, `append` for `list.push`. */
  readonly methods: ReadonlyMap<string, string>;
  /** The method that makes an instance of a class; the first that the class has. */
  readonly constructors: readonly string[];
  /** Default values of parameters are computed once, where the function is defined, and not by each call. */
  readonly defaultsOnce: boolean;
  /** The name by which a method sees its object: `this`. `null` if the object is its first argument. */
  readonly self: string | null;
  /** The objects that hold the environment variables: `os.environ`. */
  readonly environments: ReadonlySet<string>;
  /** Functions that end the program, by their canonical names: `sys.exit`. */
  readonly exits: ReadonlySet<string>;
  /** An assignment to an unknown name of a function sets the variable around it, not a new one. */
  readonly assignsOuter: boolean;
  /** Lists, dictionaries and objects are values: an assignment copies them. */
  readonly copies: boolean;
  /** Objects are values that an assignment copies, unless they are reached by a reference. */
  readonly hasPointers?: boolean;
  /** The fields of library objects are attributes; they have the names of the parameters in the catalogue. */
  readonly seesFields?: boolean;
  /** Members of objects and dictionaries are items, too, and a loop over a dictionary is one over its values: `a.b` is `a["b"]`. */
  readonly hasRecords: boolean;
  /** The items of a loop over a dictionary. By default these are its keys, or its values in a language with records. */
  readonly loopsOver?: "entries";
  /** The value of a name that no scope has; `undefined` if the language has no such name. */
  readonly globalValue: (name: string, interpreter: Interpreter) => Value | undefined;
  /** The name that the catalogue has for a dotted name: `os` for `posix`. */
  readonly canonicalName: (name: string) => string;
  /** The value of a constant of a library, by its canonical name; `undefined` for functions and modules. */
  readonly constant: (name: string, interpreter: Interpreter) => Value | undefined;
  /** Calls of functions that no table describes; `undefined` leaves the call to the tables. */
  readonly callFunction?: (call: SortedCall) => Value | undefined;
  /** Calls of methods that no table describes, also of unknown objects (`null`); `undefined` leaves the call to the tables. */
  readonly callMethod?: (object: Alternative | null, call: MethodCall) => Value | undefined;
  /** Calls of commands by words. */
  readonly callCommand?: (call: CommandCall) => Value;
  /** Members of values that differ from the members in other languages; `undefined` leaves the member to the tables. */
  readonly member?: (
    alternative: Alternative,
    name: string,
    object: Value,
    interpreter: Interpreter,
  ) => Value | undefined;
  /** Keys of dictionaries are in lower case, names of environment variables in upper case. */
  readonly foldsCase?: true;
  /** The name of a file with slashes, as paths are compared; `null` for what is no file: a device, a variable. */
  readonly fileName?: (text: string) => string | null;
  /** Environment variables that every system has, besides the variables of Unix. */
  readonly usualEnvironment?: ReadonlyMap<string, string>;
  /** The services of libraries whose functions are read by the verbs in their names: `boto3` is AWS. */
  readonly services: ReadonlyMap<string, string>;
  /** The value that the caller passes for a parameter of this name, if nothing is passed. */
  readonly argumentByName?: (name: string) => Value | undefined;
  /** The state that a session of the language keeps from one program to the next. */
  readonly session?: Session;
  /** Whether a program can't have effects, by the words of its text. @param isParsed - whether it has been read as a program of the language */
  readonly isSelfContained?: (program: string, isParsed: boolean) => boolean;
}

/** The state of a session: names with functions and modules. */
interface Session {
  /** Binds the names that a program uses. */
  bind(interpreter: Interpreter): void;
  /** Whether earlier programs left names on which the program may depend. */
  hasNames(interpreter: Interpreter): boolean;
  /** The names that the program leaves, as settings. */
  names(interpreter: Interpreter): ReadonlyMap<string, string | null>;
  /** Records the source of a definition. */
  recordDefinition(node: FunctionStatement | ClassStatement | LambdaFunction, interpreter: Interpreter): void;
}

/** The functions of libraries, by their dotted names. */
export interface Catalogue {
  entry(name: string): CallEntry | undefined;
  /** The effects of a function without an entry, by the end of its name: `from_pretrained` of any class. */
  entryByEnding?(name: string): CallEntry | undefined;
  /** The dotted name of a method of a type. */
  methodName(type: string, name: string): string;
  /** Whether it has functions of a module or type with this dotted name. */
  hasModule(name: string): boolean;
}
