import type { Sandbox } from "@helve/sandbox";
import { SandboxError } from "@helve/sandbox";
import { globTest } from "./glob.ts";
import type { LineMatcher } from "./line-matcher.ts";
import { decodeText, linesOf } from "./text-file.ts";
import { joinPath, walk } from "./walk.ts";

/**
 * Searches the lines of text files.
 *
 * @returns the lines as `path:line: text`, and a last line that says what was not searched
 */
export async function searchFiles(sandbox: Sandbox, search: FileSearch): Promise<string> {
  const { limits, signal } = search;
  const end = Date.now() + limits.time;
  const found: string[] = [];
  const left = new Set<string>();
  let [searched, skipped] = [0, 0];
  for await (const batch of batches(filesOf(sandbox, search))) {
    const texts = await Promise.all(batch.map((path) => readText(sandbox, path, signal)));
    for (const [index, text] of texts.entries()) {
      searched++;
      if (text === undefined) skipped++;
      else if (search.matcher.mayMatch(text))
        found.push(...matchesIn(batch[index] ?? "", text, search.matcher, limits.matches + 1 - found.length));
    }
    if (found.length > limits.matches) left.add(`more than ${limits.matches} lines match; only the first are shown`);
    else if (searched >= limits.files) left.add(`stopped after ${searched} files`);
    else if (Date.now() > end) left.add(`stopped after ${limits.time / 1000} s and ${searched} files`);
    if (left.size > 0) break;
  }
  if (skipped > 0) left.add(`${skipped} files that are no text or too large were skipped`);
  const lines = found.slice(0, limits.matches);
  if (lines.length === 0) lines.push(`No line matches in ${searched} files.`);
  return [...lines, ...Array.from(left, (note) => `[${note}]`)].join("\n");
}

/** The files to search, and the limits of the search. */
export interface FileSearch {
  /** A directory or a file. */
  readonly path: string;
  readonly glob: string | undefined;
  readonly matcher: LineMatcher;
  readonly limits: SearchLimits;
  readonly signal: AbortSignal;
}

/** Limits of a search. */
interface SearchLimits {
  /** How many lines are returned. */
  readonly matches: number;
  /** How many files are read. */
  readonly files: number;
  /** How long the search takes, in milliseconds. */
  readonly time: number;
}

/** The files that are searched. */
async function* filesOf(sandbox: Sandbox, { path, glob, signal }: FileSearch): AsyncGenerator<string> {
  const { type } = await sandbox.stat(path, { signal });
  if (type !== "directory") {
    yield path;
    return;
  }
  const matches = glob === undefined ? () => true : globTest(glob);
  for await (const entry of walk(sandbox, path, { signal })) {
    if (entry.type === "file" && matches(entry.path)) yield joinPath(path, entry.path);
  }
}

const batchSize = 8;

/** Groups paths into batches. */
async function* batches(paths: AsyncIterable<string>): AsyncGenerator<readonly string[]> {
  let batch: string[] = [];
  for await (const path of paths) {
    if (batch.push(path) < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The largest file that is searched, in bytes. */
const maxSize = 2 * 1024 * 1024;

/** The text of a file; undefined if it is not a text, is too large, or can't be read. */
async function readText(sandbox: Sandbox, path: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    return decodeText(await sandbox.readBytes(path, { limit: maxSize, signal }))?.text;
  } catch (error) {
    if (!SandboxError.is(error) || error.code === "unavailable") throw error;
    return undefined;
  }
}

const maxLineLength = 300;

function matchesIn(path: string, text: string, matcher: LineMatcher, limit: number): readonly string[] {
  const found: string[] = [];
  for (const [index, line] of linesOf(text).entries()) {
    if (found.length >= limit) break;
    const at = matcher.find(line);
    if (at === undefined) continue;
    const start = line.length <= maxLineLength ? 0 : Math.max(0, Math.min(at - 50, line.length - maxLineLength));
    const shown = line.slice(start, start + maxLineLength);
    const [before, after] = [start > 0 ? "…" : "", start + maxLineLength < line.length ? "…" : ""];
    found.push(`${path}:${index + 1}: ${before}${shown}${after}`);
  }
  return found;
}
