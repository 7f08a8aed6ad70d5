/** An entry to write. */
export interface NewEntry {
  readonly name: string;
  readonly entry: unknown;
  /** The entry as it was written in this file before, with its comments; a text of its own format by default. */
  readonly source?: string | undefined;
  /** Its place among the entries; the last one by default. */
  readonly index?: number | undefined;
}

/** Entries to write, and the names of those to remove. */
export interface EntryChange {
  readonly added: readonly NewEntry[];
  readonly removed: readonly string[];
}
