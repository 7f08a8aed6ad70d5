/** Builds rows of the catalogue of shell programs. */
import type { CatalogueEntry } from "./entry.ts";

/** The members of a row besides the programs and the subcommand. */
type Members = Omit<CatalogueEntry, "names" | "subcommand">;

/** A row: the names of the programs, the subcommand or an empty text, and what the call does. */
export function row(names: string, subcommand: string, members: Members): CatalogueEntry {
  return { names, subcommand: subcommand === "" ? undefined : subcommand, ...members };
}

/** Rows that have some members in common, at least the names of the programs. A row may have other `valued` options. */
export function rowsOf(
  shared: Partial<CatalogueEntry> & Pick<CatalogueEntry, "names">,
  rows: readonly Partial<CatalogueEntry>[],
): readonly CatalogueEntry[] {
  return rows.map((each) => ({ ...shared, ...each }));
}
