/** Finds imports in the instructions of a coding agent (`@file` in CLAUDE.md) that weaken its checks. */
import { type FileData, textsOfFile } from "../execution-state.ts";
import type { LookupMap } from "../layered-map.ts";
import { weakeningSentence } from "./weakening.ts";

/** Matches files that a coding agent reads at each start, and that may import others. */
const instructionFile = /(?:^|\/)(?:CLAUDE(?:\.local)?|AGENTS(?:\.override)?|GEMINI|QWEN)\.md$/;

/** Files with text that an import may name. */
const importable = /\.(?:md|mdx|mdc|txt|markdown)$/i;

/** More files than this are not searched. */
const maxFiles = 2000;

/**
 * The sentence that switches checks off in a file that instructions of a coding agent import, as `@docs/rules.md`: when the imported file is
 * written, or the instructions that import it.
 *
 * @param files - what earlier code wrote
 */
export function importedWeakening(
  path: string,
  content: FileData | undefined,
  files: LookupMap<FileData> | undefined,
): string | undefined {
  if (files === undefined || !importable.test(path)) return undefined;
  const written = [...textsOfFile(content)];
  if (instructionFile.test(path)) {
    const names = written.flatMap(importsIn);
    const imported = names.length === 0 ? [] : textsOf(files, (other) => names.some((name) => isNamed(other, name)));
    return firstWeakening(imported);
  }
  const found = firstWeakening(written);
  if (found === undefined) return undefined;
  const importing = textsOf(files, (other) => instructionFile.test(other));
  return importing.flatMap(importsIn).some((name) => isNamed(path, name)) ? found : undefined;
}

/** The paths after `@` in instructions. */
function importsIn(text: string): readonly string[] {
  const found = text.matchAll(/(?:^|[\s(])@(?:~\/|(?:\.{1,2}\/)+)?([\w./-]{1,200}\.\w{1,10})/gm);
  return Array.from(found, ([, name = ""]) => name);
}

function isNamed(path: string, name: string): boolean {
  return `/${path}`.endsWith(`/${name}`);
}

/** Collects the texts of chosen files. */
function textsOf(files: LookupMap<FileData>, isChosen: (path: string) => boolean): readonly string[] {
  const texts: string[] = [];
  let count = 0;
  for (const [path, data] of files) {
    if (++count > maxFiles) break;
    if (isChosen(path)) texts.push(...textsOfFile(data));
  }
  return texts;
}

/** Finds the first sentence that weakens checks. */
function firstWeakening(texts: readonly string[]): string | undefined {
  for (const text of texts) {
    const found = weakeningSentence(text);
    if (found !== undefined) return found;
  }
  return undefined;
}
