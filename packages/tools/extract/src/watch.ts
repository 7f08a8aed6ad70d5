// Reads files again after each change.

import { type FSWatcher, watch } from "node:fs";
import { dirname, resolve } from "node:path";
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
 * Reads files as `extractTools` does, and again after each change of a TypeScript file in their folders.
 *
 * @returns a promise that settles when the signal is aborted
 * @throws ExtractError if the files can't be read at first
 */
export async function watchTools(files: readonly string[], options: WatchOptions): Promise<void> {
  const { onExtract, onError = () => {}, signal, cwd = process.cwd() } = options;
  const extractor = await openExtractor(files, options);
  const watchers: FSWatcher[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const read = (): void => {
      try {
        onExtract(extractor.extract());
      } catch (error) {
        onError(error);
      }
    };
    for (const folder of new Set(files.map((file) => dirname(resolve(cwd, file))))) {
      const watcher = watch(folder, { recursive: true }, (_, name) => {
        if (name !== null && !/\.[cm]?tsx?$/.test(name)) return;
        clearTimeout(timer);
        // Editors write a file in several steps.
        timer = setTimeout(read, 50);
      });
      watchers.push(watcher);
    }
    // The folders are watched by now: a change during the first reading is not missed.
    onExtract(extractor.extract());
    await new Promise<void>((settle) => {
      if (signal?.aborted) settle();
      else signal?.addEventListener("abort", () => settle(), { once: true });
    });
  } finally {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
    extractor.close();
  }
}
