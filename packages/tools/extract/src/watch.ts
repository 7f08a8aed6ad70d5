/** Extracts again after each change of a file. */
import { readdirSync, watch } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type Extraction, type ExtractOptions, openExtractor } from "./extract.ts";

/** Options of {@link watchTools}. */
export interface WatchOptions extends ExtractOptions {
  /** Receives what the files contain, first as they are now and then after each change. */
  readonly onExtract: (extraction: Extraction) => void;
  /** Receives an error of reading the files, such as a missing one; they are watched on. */
  readonly onError?: (error: unknown) => void;
  readonly signal?: AbortSignal;
}

/**
 * Reads files as `extractTools` does, and again after each change of a TypeScript file in their folders, except in `node_modules` and in
 * folders whose name starts with a dot.
 *
 * @returns a promise that settles when the signal is aborted
 * @throws ExtractError if the files can't be read at first
 */
export async function watchTools(files: readonly string[], options: WatchOptions): Promise<void> {
  const { onExtract, onError = () => {}, signal, cwd = process.cwd() } = options;
  const extractor = await openExtractor(files, options);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const read = (): void => {
    try {
      onExtract(extractor.extract());
    } catch (error) {
      onError(error);
    }
  };
  const watching = new AbortController();
  try {
    const folders = files.map((file) => dirname(resolve(cwd, file)));
    watchFolders(folders, watching.signal, () => {
      clearTimeout(timer);
      // Editors write a file in several steps.
      timer = setTimeout(read, 50);
    });
    // The folders are watched by now: a change during the first reading is not missed.
    onExtract(extractor.extract());
    await new Promise<void>((settle) => {
      if (signal?.aborted) settle();
      else signal?.addEventListener("abort", () => settle(), { once: true });
    });
  } finally {
    clearTimeout(timer);
    watching.abort();
    extractor.close();
  }
}

/**
 * Watches folders and their subfolders, each with a watcher of its own: the recursive watcher of Node loses a file on Linux when an editor
 * replaces it.
 *
 * @param signal - ends the watchers
 */
function watchFolders(roots: readonly string[], signal: AbortSignal, onChange: () => void): void {
  const watched = new Set<string>();
  const add = (folder: string): void => {
    if (watched.has(folder)) return;
    const watcher = watch(folder, { signal }, (_, name) => {
      if (name === null || /\.[cm]?tsx?$/.test(name)) onChange();
      else if (isWatched(name)) addBelow(folder);
    });
    watched.add(folder);
    watcher.on("error", () => {
      watched.delete(folder);
      watcher.close();
    });
    addBelow(folder);
  };
  const addBelow = (folder: string): void => {
    for (const entry of foldersIn(folder)) if (isWatched(entry)) add(join(folder, entry));
  };
  for (const root of roots) add(root);
}

function isWatched(folder: string): boolean {
  return folder !== "node_modules" && !folder.startsWith(".");
}

/** The names of the folders in a folder; none if it was deleted. */
function foldersIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []));
  } catch {
    return [];
  }
}
