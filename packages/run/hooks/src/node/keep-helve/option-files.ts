/** Finds paths inside files that a program reads as options: `curl -K f`, `tar -T f`. */
import type { CommandWord } from "@helve/effects";

/**
 * Lists the paths in option files and file lists of a command.
 *
 * @param textOf - the text of a file by the path in a word; `undefined` for what is no text
 */
export function pathsInFiles(
  words: readonly CommandWord[],
  textOf: (path: string) => string | undefined,
): readonly string[] {
  return words.slice(0, maxWords).flatMap((word, index) => {
    if (word.isCode === true || word.text === null) return [];
    const [, option, at, value] = /^(--?[\w-]+=)?(@?)(.+)$/s.exec(word.text) ?? [];
    const isValue = option !== undefined || at === "@" || /^-/.test(words[index - 1]?.pattern ?? "");
    const [, short] = /^-[A-Za-z]([/~.\w].*)$/s.exec(word.text) ?? [];
    return [isValue ? value : undefined, short].flatMap((path) => {
      const text = path === undefined ? undefined : textOf(path);
      if (text === undefined || text.length > maxLength) return [];
      return at === "@" ? text.split(/\s+/).map(unquoted) : text.split(/[\n\0]/).flatMap((line) => listedPath(line));
    });
  });
}

const maxWords = 200;
const maxLength = 65_536;

/** Removes the quotes of a word. */
function unquoted(word: string): string {
  return word.replaceAll(/["'\\]/g, "");
}

/** A path that a line of a list names, alone or as a value: `output = ~/.claude/settings.json`. */
export function listedPath(line: string): readonly string[] {
  const [, quoted, plain] = /^\s*(?:-{0,2}[\w-]+\s*[=:\s]\s*)?(?:"([^"]*)"|'?([^\s'"]+)'?)\s*$/.exec(line) ?? [];
  const path = unquoted(quoted ?? plain ?? "");
  return /[/~]/.test(path) || path.startsWith(".") ? [path] : [];
}
