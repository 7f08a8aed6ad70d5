// Effects that cmdlets, methods of .NET and programs of Windows have in common. They refer to `src`, `dst`, `url`, `to` and `file`.

import type { EffectEntry } from "../engine/call-entry.ts";

/** Copies files. */
export const copying: readonly EffectEntry[] = [
  { kind: "read", target: "src", recursive: "recursive" },
  { kind: "write", target: "dst", mode: "replace", from: "@fetched" },
];

/** Moves files. */
export const moving: readonly EffectEntry[] = [{ kind: "move", target: "src", to: "dst" }];

/** Fetches a file. */
export const downloading: readonly EffectEntry[] = [
  { kind: "network", direction: "in", url: "url" },
  { kind: "write", target: "to", mode: "replace", from: "@fetched" },
];

/** Sends a file. */
export const uploading: readonly EffectEntry[] = [
  { kind: "read", target: "file" },
  { kind: "network", direction: "out", url: "url", from: "@fetched" },
];
