/** What some functions of Python's libraries do; a table of these is all that there is to know about a library. */
export interface CallEntry {
  /**
   * Dotted names, separated by spaces, as a program that imports the whole module writes them: `os.remove`. A method
   * follows the type that a `gives` names: `socket.socket.connect`; `*.unlink` is a method of what is not known.
   */
  readonly calls: string;
  /**
   * The names of the parameters in their order, separated by spaces; `*args` takes all from its place on. One of another
   * name in the library is `path|filename`: the name that this table uses first.
   */
  readonly parameters?: string;
  readonly effects?: readonly EffectEntry[];
  /**
   * The type of what it gives, whose fields are the arguments by the names of `takes`: `socket.socket`. `path` is a
   * `pathlib.Path`, `names` texts that are names in a directory, `self.address` a field of the object whose method it is;
   * without it, a value of which only the origins are known.
   */
  readonly returns?: string;
  /** The argument that says how many bytes or items it gives. */
  readonly size?: string;
  /** It gives several of those: a list, a generator. */
  readonly returnsMany?: boolean;
  /** What the data that it gives comes from, beside its arguments and what its effects read. */
  readonly addsOrigin?: "input" | "environment" | "encoded" | "unknown";
  /**
   * What functions that are passed to it are called with by whoever connects: `data`, or `stream pair`, a reader and a
   * writer. Without it, they are called with the other arguments.
   */
  readonly callbackReceives?: "data" | "stream pair";
  /** The arguments that are kept as fields of the object whose method it is. */
  readonly keepsAsFields?: string;
}

/**
 * One effect of a call. What names a parameter (`target`, `from`, …) may also be `self`, the object whose method it is,
 * `self.x`, a field of it or of an argument, a path, `@fetched`, what the call reads or fetches, `@input`, what whoever runs it
 * gives, or several of these separated by spaces.
 */
export type EffectEntry =
  | FileEntry
  | WriteEntry
  | { readonly kind: "move"; readonly target: string; readonly to: string }
  | { readonly kind: "open"; readonly target: string; readonly mode: string; readonly usual: string }
  | {
      readonly kind: "permission";
      readonly target: string;
      readonly change: "mode" | "owner" | "acl" | "attributes";
      readonly value: string;
    }
  | { readonly kind: "signal"; readonly process: string; readonly signal?: string }
  | NetworkEntry
  | RunEntry
  | { readonly kind: "deserialize"; readonly format: string; readonly data: string }
  | { readonly kind: "privilege"; readonly user: string }
  | {
      readonly kind: "persist";
      readonly where: "schedule" | "service" | "startup file" | "keys" | "hook";
      readonly target?: string;
    }
  | { readonly kind: "install"; readonly arguments: string }
  /** Of processes, when it happens over and over; of memory, when the number that `size` names is great. */
  | { readonly kind: "exhaust"; readonly what: "processes" | "memory"; readonly size?: string }
  | { readonly kind: "anything"; readonly reason: string };

interface FileEntry {
  readonly kind: "read" | "list" | "delete" | "destroy";
  readonly target: string;
  readonly recursive?: boolean;
  /** The target is a pattern: it is what lies before the first wildcard that is looked at. */
  readonly pattern?: boolean;
}

interface WriteEntry {
  readonly kind: "write";
  readonly target: string;
  /** `create` when absent. */
  readonly mode?: "create" | "replace" | "append" | "change";
  readonly from?: string;
  readonly recursive?: boolean;
  /** Only when the argument of this name is given, and not false. */
  readonly onlyIf?: string;
}

interface NetworkEntry {
  readonly kind: "network";
  readonly direction: "out" | "in" | "listen";
  readonly protocol?: string;
  /** Several names are addresses of which the first that is there counts; a relative one continues `self.base_url`. */
  readonly url?: string;
  /** A host, or a pair of host and port. */
  readonly host?: string;
  readonly port?: string;
  /** What is sent. Of `in`, when it is more than the program's own words, it is `out` instead. */
  readonly from?: string;
  /** What is sent along: that it comes from the environment is usual, as keys do. */
  readonly metadata?: string;
  /** It goes where a setting of the project or the machine says, unless an address is named. */
  readonly configured?: true;
  /** Without anything to send, `out` is `in`. */
  readonly fetches?: boolean;
}

/**
 * Something is run.
 *
 * - `shell`: a command line
 * - `process`: a program with its arguments, or a command line when `shell` is there
 * - `python`: code
 * - `program`: a file that is a program, a module or a library
 * - `data`: what is made of data may run code
 */
interface RunEntry {
  readonly kind: "run";
  readonly what: "shell" | "process" | "python" | "program" | "data";
  readonly argument: string;
  /** The argument that names the program, whatever the first of its arguments says. */
  readonly program?: string;
  /** The argument which makes a command line of it when it is true. */
  readonly shell?: string;
  /** What is given to its standard input. */
  readonly input?: string;
  readonly directory?: string;
  /** Only when the argument of this name is given. */
  readonly onlyIf?: string;
  /** It is run to be measured: code that the program itself has does no more than it says. */
  readonly measured?: boolean;
}
