import { createHash } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "@helve/core/internal/node";
import type { Program } from "@helve/core/program";
import { ownVersion } from "./own-version.ts";

/**
 * Parses rules, or takes the result from the cache: the parser takes longer to load and run than the whole decision.
 *
 * @param name - of the file that has the text
 * @param folder - the cache, which only the user can write
 * @throws UsageError if the rules have a mistake
 */
export async function parseCached(text: string, name: string, folder: string): Promise<Program> {
  const path = join(folder, `${keyOf(text)}.json`);
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    // Not in the cache, or broken: it is replaced.
  }
  const { rulesFromText } = await import("./rules-source.ts");
  const { program } = rulesFromText(text, name);
  store(path, folder, JSON.stringify(program));
  return program;
}

/** Returns the cache key of a text: its hash with the parser's version. */
function keyOf(text: string): string {
  return createHash("sha256")
    .update(JSON.stringify([ownVersion(), text]))
    .digest("hex")
    .slice(0, 40);
}

/** Writes to the cache, and ignores errors: the cache only saves time. */
function store(path: string, folder: string, content: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    replaceFile(path, content, 0o600);
  } catch {
    // The program is returned anyway.
  }
}
