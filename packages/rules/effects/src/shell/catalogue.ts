/** The catalogue of shell programs: which effects each program has, by its options and operands. */
import { builds } from "./catalogue/builds.ts";
import { clouds } from "./catalogue/clouds.ts";
import { containers } from "./catalogue/containers.ts";
import { data } from "./catalogue/data.ts";
import { databases } from "./catalogue/databases.ts";
import type { CatalogueEntry } from "./catalogue/entry.ts";
import { files } from "./catalogue/files.ts";
import { git } from "./catalogue/git.ts";
import { installs } from "./catalogue/installs.ts";
import { machine } from "./catalogue/machine.ts";
import { network } from "./catalogue/network.ts";
import { processes } from "./catalogue/processes.ts";
import { publishing } from "./catalogue/publishing.ts";
import { secrets } from "./catalogue/secrets.ts";
import { type SubcommandOptions, subcommandOptions } from "./catalogue/subcommand-options.ts";
import { system } from "./catalogue/system.ts";

/** The catalogue entries of one shell program, grouped by subcommand. */
export interface Program {
  /** One group for each subcommand. */
  readonly groups: readonly Group[];
  /** The options before the subcommand, for a program that has subcommands. */
  readonly options: SubcommandOptions | undefined;
  /** Whether a call of the program may delete, destroy or discard something. */
  readonly loses: boolean;
}

/** The entries of one subcommand: `git stash drop`. */
export interface Group {
  /** The words of the subcommand, each with its alternatives; empty for entries without a subcommand. */
  readonly subcommand: readonly (readonly string[])[];
  readonly valued: ReadonlySet<string>;
  readonly entries: readonly CatalogueEntry[];
}

const entries = [
  files,
  data,
  databases,
  processes,
  builds,
  network,
  installs,
  system,
  containers,
  clouds,
  publishing,
  secrets,
  machine,
  git,
].flat();
const entriesByName = new Map<string, CatalogueEntry[]>();
for (const entry of entries) {
  for (const name of entry.names.split(" ")) {
    const known = entriesByName.get(name);
    if (known === undefined) entriesByName.set(name, [entry]);
    else known.push(entry);
  }
}

/** The names of all programs in the catalogue. */
export const catalogueNames: readonly string[] = [...entriesByName.keys()];

const programs = new Map<string, Program>();

/** Finds the catalogue entries of a program. Variants of a name have the same entries: `mkfs.ext4` has the entries of `mkfs`. */
export function catalogueProgram(name: string): Program | undefined {
  const known = programs.get(name);
  if (known !== undefined) return known;
  const own = entriesByName.has(name) ? name : name.replace(/^(mkfs|fsck)\..*$|^(pip|python)[\d.]+$/, "$1$2");
  const found = entriesByName.get(own);
  if (found === undefined) return;
  const program = groupBySubcommand(own, found);
  programs.set(own, program);
  return program;
}

/** Groups the entries of a program by subcommand. */
function groupBySubcommand(name: string, found: readonly CatalogueEntry[]): Program {
  const bySubcommand = new Map<string, readonly CatalogueEntry[]>();
  for (const entry of found) {
    const { subcommand = "" } = entry;
    bySubcommand.set(subcommand, [...(bySubcommand.get(subcommand) ?? []), entry]);
  }
  const groups = [...bySubcommand].map(([subcommand, own]) => ({
    subcommand: subcommand === "" ? [] : subcommand.split(" ").map((word) => word.split("|")),
    valued: new Set(own.flatMap(valuedOptions)),
    entries: own,
  }));
  const loses = found.some(
    (entry) =>
      entry.matchingEach === undefined &&
      (entry.deletes ?? entry.destroys ?? entry.discards ?? entry.database) !== undefined,
  );
  return { groups, options: subcommandOptions.get(name), loses };
}

/** The options of an entry that take a value: listed ones, and those that its selectors name. */
function valuedOptions({ names, subcommand, valued = "", into = "", ...members }: CatalogueEntry): readonly string[] {
  const selected = Object.values(members).flatMap((member) =>
    typeof member === "string"
      ? [...member.matchAll(/\bvalue of (.*?)(?=$|, | or )/g)].map(([, options]) => options)
      : [],
  );
  return [valued, into, ...selected].flatMap((list = "") => list.split(" ")).filter((option) => /^[-+]/.test(option));
}
