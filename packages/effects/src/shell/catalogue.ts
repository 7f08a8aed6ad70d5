import { containers } from "./catalogue/containers.ts";
import { data } from "./catalogue/data.ts";
import type { CatalogueEntry } from "./catalogue/entry.ts";
import { files } from "./catalogue/files.ts";
import { git } from "./catalogue/git.ts";
import { installs } from "./catalogue/installs.ts";
import { network } from "./catalogue/network.ts";
import { processes } from "./catalogue/processes.ts";
import { type SubcommandOptions, subcommandOptions } from "./catalogue/subcommand-options.ts";
import { system } from "./catalogue/system.ts";
import { optionSet } from "./parsed-words.ts";

/** The entries of one program. */
export interface Program {
  /** Those of one subcommand each; of none for entries without. */
  readonly groups: readonly Group[];
  /** Options before a subcommand, where they matter. */
  readonly options: SubcommandOptions | undefined;
  /** Whether it may delete, destroy or discard something. */
  readonly loses: boolean;
}

/** The entries of a subcommand. */
export interface Group {
  /** For each word, what it may be. */
  readonly subcommand: readonly (readonly string[])[];
  readonly valued: ReadonlySet<string>;
  readonly entries: readonly CatalogueEntry[];
}

const entries = [files, data, processes, network, installs, system, containers, git].flat();
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

/** What is known of a program; `mkfs` is for `mkfs.ext4` and its like, too. */
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

function groupBySubcommand(name: string, found: readonly CatalogueEntry[]): Program {
  const bySubcommand = new Map<string, readonly CatalogueEntry[]>();
  for (const entry of found) {
    const { subcommand = "" } = entry;
    bySubcommand.set(subcommand, [...(bySubcommand.get(subcommand) ?? []), entry]);
  }
  const groups = [...bySubcommand].map(([subcommand, own]) => ({
    subcommand: subcommand === "" ? [] : subcommand.split(" ").map((word) => word.split("|")),
    valued: optionSet(
      [...new Set(own.flatMap(({ valued, into }) => [valued, into]).flatMap((list) => list?.split(" ") ?? []))].join(
        " ",
      ),
    ),
    entries: own,
  }));
  const loses = found.some((entry) => (entry.deletes ?? entry.destroys ?? entry.discards) !== undefined);
  return { groups, options: subcommandOptions.get(name), loses };
}
