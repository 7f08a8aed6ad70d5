/** Builds the rows of the catalogues of library calls: `call("os.rename", "src dst", moves("src", "dst"))`. */
import type {
  CallEntry,
  DatabaseEntry,
  EffectEntry,
  FileEntry,
  NetworkEntry,
  RunEntry,
  WriteEntry,
} from "./call-entry.ts";

/** The members of a row besides its names, parameters and effects: the type of the result and the like. */
type Result = Omit<CallEntry, "calls" | "parameters" | "effects">;

/** Creates the entry of an effect on files in a row. */
type OnFiles = (target: string, more?: Partial<FileEntry>) => FileEntry;
/** Creates the entry of a write in a row: the argument with the file, and the argument with the data. */
type Writes = (target: string, from?: string, more?: Partial<WriteEntry>) => WriteEntry;
type OnPermissions = (target: string, value: string) => EffectEntry;
type OnNetwork = (more?: Omit<NetworkEntry, "kind" | "direction">) => NetworkEntry;

/** Creates a catalogue row: names, parameters, effects and result of library functions. */
export function call(
  calls: string,
  parameters: string,
  ...parts: readonly (EffectEntry | Result | readonly EffectEntry[])[]
): CallEntry {
  const effects: EffectEntry[] = [];
  let result: Result = {};
  for (const part of parts.flat()) {
    if ("kind" in part) effects.push(part);
    else result = { ...result, ...part };
  }
  return {
    calls,
    parameters: parameters === "" ? undefined : parameters,
    effects: effects.length === 0 ? undefined : effects,
    ...result,
  };
}

/** The methods of a type, as names of the catalogue. */
export function methods(type: string, names: string): string {
  return names
    .split(" ")
    .map((name) => `${type}.${name}`)
    .join(" ");
}

/** The result is an object of a type. */
export const returns = (type: string): Result => ({ returns: type });

/** The result is a list of objects of a type. */
export const returnsMany = (type: string): Result => ({ returns: type, returnsMany: true });

/** The result has another origin besides the arguments. */
export const adds = (origin: CallEntry["addsOrigin"]): Result => ({ addsOrigin: origin });

const ofFiles =
  (kind: FileEntry["kind"], recursive?: true): OnFiles =>
  (target, more) => ({ kind, target, recursive, ...more });

/** Effects on files; those whose name ends with `All` include everything in a directory. */
export const reads: OnFiles = ofFiles("read");
export const readsAll: OnFiles = ofFiles("read", true);
export const lists: OnFiles = ofFiles("list");
export const listsAll: OnFiles = ofFiles("list", true);
export const deletes: OnFiles = ofFiles("delete");
export const deletesAll: OnFiles = ofFiles("delete", true);
export const destroys: OnFiles = ofFiles("destroy");

const ofWrites =
  (mode?: WriteEntry["mode"], recursive?: true): Writes =>
  (target, from, more) => ({ kind: "write", target, mode, from, recursive, ...more });

/** Files that are written: to a file, with data from an argument. */
export const creates: Writes = ofWrites();
export const createsAll: Writes = ofWrites(undefined, true);
export const replaces: Writes = ofWrites("replace");
export const appends: Writes = ofWrites("append");
export const changes: Writes = ofWrites("change");

/** A file, or a directory with everything in it, is copied. */
export const copies = (from: string, to: string): readonly EffectEntry[] => [reads(from), replaces(to, "@fetched")];
export const copiesAll = (from: string, to: string): readonly EffectEntry[] => [
  readsAll(from),
  createsAll(to, "@fetched"),
];

/** A link is created. */
export const links = (link: string, to: string): WriteEntry => creates(link, undefined, { linkTo: to });

/** A file is moved. */
export const moves = (target: string, to: string): EffectEntry => ({ kind: "move", target, to });

/** A file is opened in the mode that an argument says. */
export const opens = (target: string, mode: string, usual = "r"): EffectEntry => ({
  kind: "open",
  target,
  mode,
  usual,
});

const ofPermissions =
  (change: "mode" | "owner" | "attributes"): OnPermissions =>
  (target, value) => ({ kind: "permission", target, change, value });

/** The mode, the owner or the attributes of a file change. */
export const setsMode: OnPermissions = ofPermissions("mode");
export const setsOwner: OnPermissions = ofPermissions("owner");
export const setsAttributes: OnPermissions = ofPermissions("attributes");

const ofNetwork =
  (direction: NetworkEntry["direction"]): OnNetwork =>
  (more) => ({ kind: "network", direction, ...more });

/** Data is sent or fetched, or a port is opened. */
export const sends: OnNetwork = ofNetwork("out");
export const fetches: OnNetwork = ofNetwork("in");
export const listens: OnNetwork = ofNetwork("listen");

/** A Unix socket is created: the first of these arguments that is a text names it. */
export const bindsSocket = (names: string): WriteEntry => creates(names, undefined, { isSocket: true });

/** A command, a program or code is run. */
export const runs = (what: RunEntry["what"], argument: string, more?: Partial<RunEntry>): RunEntry => ({
  kind: "run",
  what,
  argument,
  ...more,
});

/** The call does the same as a command: these words, followed by the arguments. */
export const commands = (words: string, names: string): EffectEntry => ({ kind: "command", words, arguments: names });

/** Processes get a signal. */
export const signals = (process: string, signal?: string): EffectEntry => ({ kind: "signal", process, signal });

/** Data is read by the rules of a format. */
export const parses = (format: string, data: string): EffectEntry => ({ kind: "deserialize", format, data });

/** Statements are sent to a database. */
export const statements = (argument: string): EffectEntry => ({ kind: "statements", argument });

/** A text is sent to a database if it begins like a statement. */
export const maybeStatements = (argument: string): EffectEntry => ({ kind: "statements", argument, onlySql: true });

/** A database changes without a statement: all of it, or as much as the argument `filter` selects. */
export const changesData = (change: DatabaseEntry["change"], what: string, filter?: string): EffectEntry => ({
  kind: "database",
  change,
  what,
  all: change === "drop",
  filter,
});

/** All rows of a table change, or those that the argument `filter` selects. */
export const changesAllRows = (change: "update" | "delete", filter?: string): EffectEntry => ({
  kind: "database",
  change,
  what: "the rows of a table",
  all: true,
  filter,
});

/** A secret is printed. */
export const reveals = (what: string, onlyIf?: string): EffectEntry => ({ kind: "reveal", what, onlyIf });

/** The program gets the rights of a user. */
export const becomes = (user: string): EffectEntry => ({ kind: "privilege", user });

/** It is unknown what the call does. */
export const anything = (reason: string): EffectEntry => ({ kind: "anything", reason });
