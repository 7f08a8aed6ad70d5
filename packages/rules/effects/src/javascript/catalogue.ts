// What the functions of Node's modules, Deno, Bun and common libraries do.

import type { CallEntry } from "../engine/call-entry.ts";
import { fileCalls } from "./rows/files.ts";
import { networkCalls } from "./rows/network.ts";
import { programCalls } from "./rows/programs.ts";

/** The rows of the catalogue. The functions of `fs` are listed without `Sync`. */
export const catalogueEntries: readonly CallEntry[] = [...fileCalls, ...networkCalls, ...programCalls];

const entries: ReadonlyMap<string, CallEntry> = new Map(
  catalogueEntries.flatMap((entry) => entry.calls.split(" ").map((name) => [name, entry])),
);

/** Modules of which an unlisted function may do anything. */
const dangerous =
  /^(fs|child_process|vm|cluster|worker_threads|inspector|Deno|Bun|shelljs|zx|execa)\.[^.]+|^process\.(binding|dlopen|_linkedBinding)$/;

/** Whether the catalogue lists a function. */
export function isListed(name: string): boolean {
  return entries.has(name) || entries.has(name.replace(/Sync$/, ""));
}

/** What a function does, by its dotted name; `undefined` if it counts as harmless. */
export function entryOf(name: string): CallEntry | undefined {
  const entry = entries.get(name) ?? entries.get(name.replace(/Sync$/, ""));
  if (entry !== undefined || !dangerous.test(name)) return entry;
  return { calls: name, effects: [{ kind: "anything", reason: `it is unknown what ${name} does` }] };
}

/** The name under which a module's members are listed: `node:fs/promises` is `fs`. */
export function moduleName(specifier: string): string {
  const name = specifier.replace(/^(node|npm|jsr|bun):/, "").replace(/^(@?[^@]+)@.*$/, "$1");
  return /^(fs\/promises|fs-extra|graceful-fs|fs-jetpack|memfs|original-fs)$/.test(name) ? "fs" : name;
}

/** The name of a function in the catalogue: `fs.promises.rm` is `fs.rm`, `globalThis.eval` is `eval`. */
export function canonicalName(name: string): string {
  return (
    name
      .replace(/^((globalThis|global|window|self)\.)+/, "")
      .replaceAll(/\.(default|promises|posix)(?=\.|$)/g, "")
      .replace(/^(Bun|import\.meta)\.env(?=\.|$)/, "process.env")
      // The main module is a module as any other, and its constructor is the library of modules.
      .replace(/^(process\.mainModule|require\.main)(?=\.)/, "module")
      .replace(/^(new )?module\.constructor\.(?=\w+$)/, "module.")
      .replace(/^module\.require$/, "require")
      // The constructor of whatever makes an object makes functions of texts.
      .replace(/^.+\.constructor\.constructor$/, "Function")
  );
}
