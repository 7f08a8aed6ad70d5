import type { CatalogueEntry } from "./entry.ts";

/** Rows that have some members in common, at least the names of the programs. A row may have a member with another value. */
export function rowsOf(
  shared: Partial<CatalogueEntry> & Pick<CatalogueEntry, "names">,
  rows: readonly Partial<CatalogueEntry>[],
): readonly CatalogueEntry[] {
  return rows.map((row) => ({ ...shared, ...row }));
}
