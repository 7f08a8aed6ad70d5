/** Reads a text among the arguments of a tool as a path: decoded, without quotes, with variables, and the files that a patch names. */
import type { Target } from "@helve/effects";
import { fileNamed, percentDecoded } from "./words.ts";

/** Lists the forms of a text as a path. */
export function formsOf(text: string, cwd: string): readonly string[] {
  const decoded = percentDecoded(
    text.replaceAll(escaped, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
  );
  const plain = decoded.replaceAll("\\", "/").replace(/^file:\/\/(?:localhost)?(?=\/)|^\/\/[?.]\/+/i, "");
  const rooted = plain
    .replace(/^\/proc\/(?:self|thread-self|\d+)\/root(?=\/)/, "")
    .replace(/^\/proc\/(?:self|thread-self|\d+)\/cwd(?=\/)/, cwd);
  const bare = rooted.replace(/^[\s"'`<(]+|[\s"'`>)]+$/g, "");
  // What stands for a variable may be any folder: `{{ home }}/.claude`.
  const filled = /\//.test(bare) ? bare.replaceAll(placeholders, "*").replace(/^\*+\//, "/**/") : bare;
  const patched = [...text.matchAll(patchedFiles)].flatMap(([, path]) => path ?? []);
  return [...new Set([text, decoded, rooted, bare, filled, ...patched])];
}

/** A character of a string in JSON, which a server may decode once more: `\u002e`. */
const escaped = /\\(?:u00|x)([\da-f]{2})/gi;

/** The files that a patch names. */
const patchedFiles = /^(?:---|\+\+\+|rename to|\*\*\* (?:Add|Update|Delete) File:) (?:[ab]\/)?(\S+)/gm;

const placeholders =
  /\$\{[^{}]*\}|\$env:\w+|\$\w+|\$\([^()]*\)|%\w+%|\{\{[^{}]*\}\}|\{\w+\}|<[\w ]+>|\[\[[^[\]]*\]\]/gi;

/** Creates a target for a path or pattern. */
export function patternNamed(path: string): Target {
  const glob = /[*?]/.test(path);
  return glob ? { path, glob, hidden: true, partial: true } : fileNamed(path);
}
