import { optionSet } from "../options.ts";
import { containers } from "./containers.ts";
import { data } from "./data.ts";
import type { CatalogueEntry } from "./entry.ts";
import { files } from "./files.ts";
import { git } from "./git.ts";
import { installs } from "./installs.ts";
import { network } from "./network.ts";
import { processes } from "./processes.ts";
import { type ProgramOptions, programOptions } from "./program-options.ts";
import { system } from "./system.ts";

/** The entries of one program. */
export interface Program {
  /** Those of one subcommand each; of none for entries without. */
  readonly groups: readonly Group[];
  /** Options before a subcommand, where they matter. */
  readonly options: ProgramOptions | undefined;
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

const programs = new Map<string, Program>();

/** What is known of a program; `mkfs` is for `mkfs.ext4` and its like, too. */
export function programOf(name: string): Program | undefined {
  const known = programs.get(name);
  if (known !== undefined) return known;
  const own = entriesByName.has(name) ? name : name.replace(/^(mkfs|fsck)\..*$|^(pip|python)[\d.]+$/, "$1$2");
  const found = entriesByName.get(own);
  if (found === undefined) return;
  const program = compile(own, found);
  programs.set(own, program);
  return program;
}

function compile(name: string, found: readonly CatalogueEntry[]): Program {
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
  return { groups, options: programOptions.get(name), loses };
}
