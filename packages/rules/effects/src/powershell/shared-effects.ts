/** Effects that cmdlets, .NET methods and Windows programs have in common, as parts of catalogue rows. */
import type { EffectEntry } from "../engine/call-entry.ts";
import { fetches, moves, reads, replaces, sends } from "../engine/rows.ts";

/** The effects of copying files. */
export const copying: readonly EffectEntry[] = [reads("src", { recursive: "recursive" }), replaces("dst", "@fetched")];

/** Moves files. */
export const moving: readonly EffectEntry[] = [moves("src", "dst")];

/** Fetches a file. */
export const downloading: readonly EffectEntry[] = [fetches({ url: "url" }), replaces("to", "@fetched")];

/** Sends a file. */
export const uploading: readonly EffectEntry[] = [reads("file"), sends({ url: "url", from: "@fetched" })];
