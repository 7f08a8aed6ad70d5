import type { CallEntry } from "../engine/call-entry.ts";
import { databaseCalls } from "./catalogue/databases.ts";
import { fileCalls } from "./catalogue/files.ts";
import { networkCalls } from "./catalogue/network.ts";
import { systemCalls } from "./catalogue/system.ts";

/**
 * The catalogue of PHP's functions and of common libraries. A class has only its name, apart from some with a namespace
 * (`GuzzleHttp.Client`), and stands before the dot of its methods. A name with a space is a call that the builtins make.
 */
const catalogueEntries: readonly CallEntry[] = [...fileCalls, ...systemCalls, ...networkCalls, ...databaseCalls];

const entries = new Map<string, CallEntry>();
/** The classes by their names in lower case. */
const classes = new Map<string, string>();
for (const entry of catalogueEntries) {
  for (const name of entryNames(entry)) {
    entries.set(keyOf(name), entry);
    const [, type] = /^(.*)\.[^.]*$/.exec(name) ?? [];
    if (type !== undefined) classes.set(type.toLowerCase(), type);
    if (/^[A-Z]/.test(name)) classes.set(name.toLowerCase(), name);
  }
}

/** Returns the names of functions that a catalogue row is for. */
function entryNames({ calls }: CallEntry): readonly string[] {
  return calls.split(" ");
}

/** Returns the key of a PHP method name, which is case-insensitive. */
function keyOf(name: string): string {
  return name.replace(/\.[^.]*$/, (method) => method.toLowerCase());
}

/** The catalogue entry of a function, or of a method of a class. */
export function catalogueEntry(name: string): CallEntry | undefined {
  return entries.get(keyOf(name));
}

/** The name that the catalogue has for a class: `Filesystem` for `\symfony\component\filesystem\filesystem`. */
export function catalogueClass(name: string): string {
  const dotted = name.replace(/^\\/, "").replaceAll("\\", ".");
  return classes.get(dotted) ?? classes.get(dotted.replace(/^.*\./, "")) ?? dotted;
}

/** Whether the catalogue has methods of a class. */
export function isCatalogueClass(name: string): boolean {
  return classes.get(name.toLowerCase()) === name;
}
