/** The type of a catalogue row: the effects and the result of library functions, such as `os.remove`. */
import type { DatabaseEffect, DiscardEffect, RemoteEffect } from "../effects.ts";

/** The effects and the result of one or more library functions. `catalogue.ts` explains how to add an entry. */
export interface CallEntry {
  /**
   * The dotted names of the functions, separated by spaces, as a program that imports the whole module writes them:
   * `os.remove`. A method starts with the type that a `returns` names: `socket.socket.connect`; `*.unlink` is a method
   * of an object of unknown type.
   */
  readonly calls: string;
  /**
   * The names of the parameters in order, separated by spaces. `*args` takes all remaining arguments. `path|filename`
   * is one parameter with two names; the entry refers to it by the first.
   */
  readonly parameters?: string;
  /** The effects of a call; none when absent. */
  readonly effects?: readonly EffectEntry[];
  /**
   * The type of the result, an object whose fields are the arguments by their names: `socket.socket`. Special types:
   * `path` is a `pathlib.Path`, `names` are file names, `self.address` is a field of the object whose method is called;
   * `library-results.ts` has them all. Without it, the result is an unknown value with the origins of the arguments.
   */
  readonly returns?: string;
  /** The parameter that holds the size of the result, in bytes or items. */
  readonly size?: string;
  /** The result is a list or an iterator of such objects. */
  readonly returnsMany?: boolean;
  /** An origin of the result besides the arguments and what the effects read. */
  readonly addsOrigin?: "input" | "environment" | "encoded" | "unknown";
  /**
   * The argument of a callback for each connection: `data`, or `stream pair` for a reader and
   * a writer. Without it, the function receives the other arguments.
   */
  readonly callbackReceives?: "data" | "stream pair";
  /**
   * The parameters whose arguments become fields of the object whose method is called: `address` of `socket.connect`.
   */
  readonly keepsAsFields?: string;
  /** The parameters into whose variables and lists the call writes what it reads. */
  readonly fills?: string;
}

/**
 * One effect of a call. A field that refers to an argument (`target`, `from`, `url`) holds a parameter name, `self`
 * (the object whose method is called), `self.field` or `parameter.field`, a literal path (`/etc/passwd`), `@fetched`
 * (what the call reads or fetches), `@input` (what the user supplies), or several of these separated by spaces.
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
  /** The call is the same as a command: these words, followed by the arguments. */
  | { readonly kind: "command"; readonly words: string; readonly arguments: string }
  | StatementsEntry
  | DatabaseEntry
  /** Code of a hub is downloaded and run: `torch.hub.load`. */
  | { readonly kind: "hub code"; readonly name: string; readonly host: string; readonly onlyIf?: string }
  /** An expression of pandas, in which `@name` is a variable of the program and a call runs. */
  | { readonly kind: "query code"; readonly argument: string }
  | { readonly kind: "reveal"; readonly what: string; readonly onlyIf?: string }
  | Pick<RemoteEffect, "kind" | "change" | "service">
  | Pick<DiscardEffect, "kind" | "what">
  /** Uses up processes, if the call is in a loop that runs often, or memory, if the argument `size` is large. */
  | { readonly kind: "exhaust"; readonly what: "processes" | "memory"; readonly size?: string }
  | { readonly kind: "anything"; readonly reason: string };

/** Files that are read, listed, deleted or destroyed. */
export interface FileEntry {
  readonly kind: "read" | "list" | "delete" | "destroy";
  readonly target: string;
  /** Whether everything inside is meant, too, or the argument that says so. */
  readonly recursive?: boolean | string;
  /** The target is a glob pattern: the effect is on the directory before its first wildcard. */
  readonly pattern?: boolean;
}

/** A file that is written. */
export interface WriteEntry {
  readonly kind: "write";
  readonly target: string;
  /** `create` when absent. */
  readonly mode?: "create" | "replace" | "append" | "change";
  /** The argument that makes it an append: it is true or begins with `a`. */
  readonly append?: string;
  readonly from?: string;
  /** The written file is a link to the file that this argument names. */
  readonly linkTo?: string;
  readonly recursive?: boolean;
  /** It fails if what it creates exists, unless this argument is passed. */
  readonly isNewUnless?: string;
  /** The file is a Unix socket: `target` names the arguments that may hold its path. A number, or a host with a port, is not a path. */
  readonly isSocket?: true;
  /** The effect happens only if this argument is passed, and is not false. */
  readonly onlyIf?: string;
}

/** Data that is sent or fetched, or a port that is opened. */
export interface NetworkEntry {
  readonly kind: "network";
  readonly direction: "out" | "in" | "listen";
  readonly protocol?: string;
  /** The URL: the first of several names that is passed. A relative URL continues `self.base_url`. */
  readonly url?: string;
  /** A host name, or a `(host, port)` pair. */
  readonly host?: string;
  readonly port?: string;
  /** The sent data. An `in` call that sends data of files or the environment counts as `out`. */
  readonly from?: string;
  /** Data that is sent along, such as headers. It may come from the environment, as API keys do. */
  readonly metadata?: string;
  /** The address is a setting of the project or the machine, unless the call names one. */
  readonly configured?: true;
  /** A call with direction `out` counts as `in` when it sends nothing. */
  readonly fetches?: boolean;
  /** The argument that holds the HTTP method: all but GET, HEAD and OPTIONS send something. */
  readonly method?: string;
}

/**
 * Something that is run.
 *
 * - `shell`: a command line
 * - `process`: a program with its arguments, or a command line if the argument `shell` is true
 * - `code`: code of the same language
 * - `program`: a program file, a module or a shared library
 * - `data`: data that may be any code
 * - `objects`: serialized objects that may run code when they are loaded (pickle)
 */
export interface RunEntry {
  readonly kind: "run";
  readonly what: "shell" | "process" | "code" | "program" | "data" | "objects";
  readonly argument: string;
  /** The argument that names the program. It replaces the first item of the command. */
  readonly program?: string;
  /** The argument that makes it a command line when it is true. */
  readonly shell?: string;
  /** The argument that holds its standard input. */
  readonly input?: string;
  readonly directory?: string;
  /** The argument that holds its environment. */
  readonly environment?: string;
  /** The effect happens only if this argument is passed. */
  readonly onlyIf?: string;
  /** The code is run to measure its time, so literal code emits only its own effects. */
  readonly measured?: boolean;
}

/** Statements that are sent to a database. */
interface StatementsEntry {
  readonly kind: "statements";
  readonly argument: string;
  /** The method may mean something else: only a text that begins like a statement is read as SQL. */
  readonly onlySql?: true;
}

/** A change of a database without a statement. */
export interface DatabaseEntry extends Pick<DatabaseEffect, "kind" | "change" | "all"> {
  readonly what: string;
  /** The argument that selects what changes: if it is missing or empty, everything does. */
  readonly filter?: string;
}
