/** Computes what `sed -i`, `perl -i` and `ruby -i` do to files, and the backups that they leave. */
import { type Argument, literalText } from "./argument.ts";
import { optionSet, separateOptions } from "./separate-options.ts";

/** Removes the empty suffix of macOS from the words of a `sed` command: `sed -i '' s/a/b/ f`. */
export function withoutEmptySuffix(words: readonly Argument[]): readonly Argument[] {
  const at = words.findIndex((word, index) => literalText(word) === "" && isInPlace(literalText(words[index - 1])));
  return at === -1 ? words : words.toSpliced(at, 1);
}

/** Whether a word is `-i`, perhaps after other options. */
function isInPlace(text: string | undefined): boolean {
  return /^-[nErsz]*i$/.test(text ?? "");
}

/** The options with values of `sed`, `perl` and `ruby`; the suffix of `-i` is in the same word. */
const valued = optionSet("-i? -e -E -f --file --expression -l -I -M");

/** The suffix of the backups that a call keeps of the files that it edits: `.bak` of `-i.bak`. */
export function backupSuffix(args: readonly Argument[]): string | undefined {
  const { options } = separateOptions(args, valued);
  const suffix = literalText(options.find(({ name }) => name === "-i" || name === "--in-place")?.value);
  return suffix !== undefined && /^[.~_-][\w.~-]*$/.test(suffix) ? suffix : undefined;
}

/** Whether a call that edits files in place leaves nothing in them: `sed -i d`, `perl -i -ne ''`. */
export function emptiesFiles(name: string, args: readonly Argument[]): boolean {
  const isSed = /^g?sed$/.test(name);
  const { options, operands } = separateOptions(args, isSed ? optionSet("-i? -e --expression -f --file -l") : valued);
  const scripts = options.filter((option) => /^-(?:e|-expression)$/.test(option.name)).map(({ value }) => value);
  const texts = (scripts.length > 0 ? scripts : isSed ? operands.slice(0, 1) : []).map(literalText);
  const isQuiet = options.some((option) => /^-(?:n|-quiet|-silent)$/.test(option.name));
  return (
    texts.length > 0 &&
    texts.every(
      (text) =>
        (isSed &&
          /^\s*(?:(?:0?1|\/\^?\.?\*?\/)\s*,\s*\$\s*|\/(?:[$^]|\^?\.|\.\$|\^?\.\*\$?)\/\s*)?d[\s;]*$/.test(
            text ?? "x",
          )) ||
        (isQuiet && /^\s*$/.test(text ?? "x")),
    )
  );
}
