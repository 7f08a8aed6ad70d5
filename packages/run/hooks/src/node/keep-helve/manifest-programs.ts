/** Finds files of the session that run under a name from a manifest: `npx k`, `uv run k`. */
import { join } from "node:path";
import type { CommandEffect, FileData } from "@helve/effects";
import { textsOfFile } from "@helve/effects";
import { filesNamed, keyOf, type Places } from "./named-files.ts";
import { programName } from "./words.ts";

/** A program that a manifest names. */
interface ManifestProgram {
  /** The key of the folder of the manifest; empty for the project. */
  readonly folder: string;
  readonly name: string;
  /** The file, from the folder, or the module of Python. */
  readonly starts: string;
}

/** Returns the keys of the written files that a command starts by a name in a manifest. */
type ManifestReader = (command: CommandEffect) => readonly string[];

/**
 * Creates the reader for the commands of one call, which reads each manifest once.
 *
 * @param files - what the session wrote, by the keys of `fileKey`
 * @param fileText - the text of a file on the disk, by its path
 */
export function manifestReader(
  files: ReadonlyMap<string, FileData>,
  { places, fileText }: { readonly places: Places; readonly fileText: (path: string) => string | undefined },
): ManifestReader {
  const known = new Map<string, readonly ManifestProgram[]>();
  const textsOf = (key: string): readonly string[] => {
    const data = files.get(key);
    if (data !== undefined) return textsOfFile(data);
    const text = fileText(join(places.cwd, key));
    return text === undefined ? [] : [text];
  };
  const inFile = (key: string): readonly ManifestProgram[] => {
    const found = known.get(key) ?? textsOf(key).flatMap((text) => programsIn(key, text));
    known.set(key, found);
    return found;
  };
  const written = [...files.keys()].filter((key) => manifests.test(key));
  return (command) => {
    const folders = [keyOf(".", command, places) ?? "", ""];
    const keys = [...written, ...folders.flatMap((folder) => names.map((name) => join(folder, name)))];
    return filesOfManifests(command, files, { places, programsOf: () => [...new Set(keys)].flatMap(inFile) });
  };
}

/** Returns the keys of the written files that a command starts by a name in one of the manifests. */
function filesOfManifests(
  command: CommandEffect,
  files: ReadonlyMap<string, FileData>,
  { places, programsOf }: { readonly places: Places; readonly programsOf: () => readonly ManifestProgram[] },
): readonly string[] {
  const [program, ...words] = command.words;
  const runner = programName(program);
  if (command.elsewhere || files.size === 0) return [];
  // `npx ./k` starts what the package in the folder is for.
  const isFolder = folderSpec.test(program?.text ?? "");
  const isRunner = isFolder || runners.test(runner);
  if (command.isModeled && !isRunner) return [];
  const texts = (isFolder ? command.words : words).flatMap(({ text }) => text ?? []);
  const names = new Set([runner, ...(isRunner ? texts.map((text) => text.replace(/(?<=.)@.*$/s, "")) : [])]);
  const folders = new Set(
    isRunner ? texts.flatMap((text) => (folderSpec.test(text) ? folderOf(text, command, places) : [])) : [],
  );
  const keys = [...files.keys()];
  const found = programsOf().filter(({ folder, name }) => names.has(name) || folders.has(folder));
  return found.flatMap(({ folder, starts }) => {
    const path = starts.replace(/^(?:\.\/)+/, "");
    const below = join(folder, path);
    const isFile = (key: string): boolean => key === below || key.startsWith(`${below}/`);
    const modules = filesNamed(path, keys, { command, places, isFolder: false, isModule: !path.includes("/") });
    return [...keys.filter(isFile), ...modules];
  });
}

/** Programs that start others by the names in manifests. */
const runners =
  /^(?:npx|npm|pnpm|pnpx|yarn|bun|bunx|corepack|uv|uvx|pipx|poetry|hatch|pdm|rye|pixi|pipenv|bundle|bundler|composer|mise|rtx|deno|node|dart|gem)$/;

/** A word that names a folder with a package. */
const folderSpec = /^(?:(?:git\+)?file:|\.{0,2}\/|\.{1,2}$|~\/)/;

/** Returns the folder that a package argument names. */
function folderOf(text: string, command: CommandEffect, places: Places): readonly string[] {
  const key = keyOf(text.replace(/^(?:git\+)?file:(?:\/\/)?/, ""), command, places);
  return key === undefined ? [] : [key.replace(/\/$|^\.$/, "")];
}

const names = ["package.json", "pyproject.toml", "setup.cfg", "setup.py", "composer.json"];
const manifests = /(?:^|\/)(?:package\.json|pyproject\.toml|setup\.cfg|setup\.py|composer\.json|[\w.-]+\.gemspec)$/;

/** Lists the programs that a manifest defines. */
function programsIn(key: string, text: string): readonly ManifestProgram[] {
  const folder = key.replace(/(?:^|\/)[^/]*$/, "");
  if (key.endsWith(".json")) return programsOfJson(text).map((each) => ({ folder, ...each }));
  const modules = [...text.matchAll(entries)].map(([, name = "", starts = ""]) => ({ folder, name, starts }));
  const scripts = [...text.matchAll(scriptLists)].flatMap(([list]) =>
    [...list.matchAll(/["']([\w./-]+)["']/g)].flatMap(([, starts = ""]) =>
      ["", "bin/", "exe/"].map((place) => ({ folder, name: baseName(starts), starts: place + starts })),
    ),
  );
  return [...modules, ...scripts];
}

/** Names with modules and functions of Python: `k = "pkg.cli:main"`. */
const entries = /([\w.-]+)["']?\s*[=:]\s*(?:\{[^{}\n]*?)?["']?([\w.]+):[A-Za-z_][\w.]*/g;
const scriptLists = /\b(?:scripts|script-files|executables|bin)\b\s*(?:=|<<)\s*[^\n\]]*/g;

type Program = Omit<ManifestProgram, "folder">;

/** Lists the programs of an npm or Composer manifest. */
function programsOfJson(text: string): readonly Program[] {
  try {
    const { name, bin, directories } = Object(JSON.parse(text));
    const list: readonly unknown[] = Array.isArray(bin) ? bin : [];
    return [
      ...(typeof bin === "string" ? [{ name: baseName(String(name)), starts: bin }] : []),
      ...list.map((each) => ({ name: baseName(String(each)), starts: String(each) })),
      ...(list.length > 0 || typeof bin !== "object" ? [] : Object.entries(Object(bin))).map(([each, starts]) => ({
        name: each,
        starts: String(starts),
      })),
      ...(typeof Object(directories).bin === "string" ? [{ name: "", starts: String(directories.bin) }] : []),
    ];
  } catch {
    return [];
  }
}

function baseName(path: string): string {
  return path.replace(/^.*\//s, "");
}
