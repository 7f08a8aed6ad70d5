/** Lists programs that are known not to change the files they name, such as `cat`, and those whose table rows say how. */
import { type Argument, literalText } from "./argument.ts";

/**
 * Programs that only read the files they name, or whose rows in the catalogue are complete. A program that is missing here may write any
 * file that it gets as a word, by an unlisted option.
 */
interface ModeledPrograms {
  readonly names: string;
  /** The subcommands for which this holds; absent if the program has none. */
  readonly subcommands?: string;
  /** Matches a word with which it does not hold: an option that writes a file. */
  readonly unless?: RegExp;
  /** Whether the first operand, which is a script, only computes and prints. */
  readonly harmless?: (script: string) => boolean;
  /** The subcommand is a module: `python -m json.tool`. */
  readonly module?: true;
  /** The most operands with which it holds: the second operand of `uniq` is written. */
  readonly operands?: number;
}

const modeledPrograms: readonly ModeledPrograms[] = [
  {
    names:
      "cat tac head tail nl wc ls dir vdir stat file cmp comm cut paste tr fold fmt expand unexpand rev column cksum sum md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum md5 shasum od hexdump hd strings readlink realpath basename dirname du df pwd echo printf test [ [[ true false which whereis type hash command grep egrep fgrep zgrep rg ag ack zcat bzcat xzcat lsattr getfacl lsof id whoami date seq sleep jq gron hexyl size colordiff diff cd pushd popd chdir tput",
    unless: /^(?:--output|--set-file|-o.|--in-place|--compile|-C$|--pre|--pager)/,
  },
  { names: "less more bat batcat", unless: /^(?:-[oO]|--log-file|--LOG-FILE|\+)/ },
  { names: "sed gsed", unless: /^(?:-\w*[fsi]|--(?:i|fi|fol|sep))/, harmless: isHarmlessSed },
  { names: "sort gsort", unless: /^(?:-\w*o|--o|--compress-program|-T|--temporary-directory|--files0-from)/ },
  { names: "uniq xxd", unless: /^-(?:r|revert)/, operands: 1 },
  { names: "yq", unless: /^-(?:\w*i\b|-in-?place|-split-exp|s\b|-from-file)/ },
  {
    names: "awk gawk mawk nawk",
    unless: /[>|]|system|getline|@|^-(?:i|f|l|-(?:file|include|load|dump|profile|pretty))/,
  },
  { names: "python python3", subcommands: "json.tool", operands: 2, module: true },
  { names: "shellcheck yamllint jsonlint hadolint actionlint", unless: /^(?:--(?:write|fix|format=|in-place)|-i|-w)/ },
  { names: "prettier markdownlint", unless: /^(?:-[wfo]|--(?:w|f|o|plugin|config|cache|rules))/ },
  { names: "tree", unless: /^-\w*o/ },
  { names: "find gfind", unless: /^-(?:fprint\w*|fls|files0-from)$/ },
  { names: "fd fdfind", unless: /^(?:-o|--owner-file)$/ },
  { names: "base64 base32", unless: /^-(?:o|-output|i|D?o)/ },
  { names: "cp gcp", unless: /^(?:-\w*[lbStT]|--(?:l|b|su|ref|t|no-t))/ },
  { names: "rm rmdir mkdir touch tee gtee unlink shred", unless: /^--files-from/ },
  { names: "dd" },
  {
    names: "git",
    subcommands:
      "status diff log show blame annotate ls-files ls-tree grep add commit stage rev-parse check-ignore check-attr cat-file shortlog describe branch diff-tree diff-index diff-files name-rev whatchanged hash-object",
    unless:
      /^(?:--output|-c|--config-env|--exec-path|--upload-pack|--ext-diff|-O|--open-files-in-pager|--no-index|-w$)/,
  },
  {
    names: "gh",
    subcommands: "pr issue repo run workflow",
    unless: /^(?:-O|-D|--dir|--output|--body-file=)|^(?:download|clone|archive)$/,
  },
];

const byName: ReadonlyMap<string, readonly ModeledPrograms[]> = Map.groupBy(
  modeledPrograms.flatMap((row) => row.names.split(" ").map((name) => ({ ...row, name }))),
  ({ name }) => name,
);

/** Directories of installed programs. A program anywhere else may be another program of the same name. */
const installed = /^(?:[^/]*|\/(?:usr|bin|sbin|opt|snap|nix)\/.*)$/;

/**
 * Whether the other effects of a command are complete: they describe everything that it does with the files it names.
 *
 * @param program - the program as written: `/usr/bin/cat`
 * @param name - its name without the directory
 * @param words - the program and its words
 */
export function isModeledCommand(program: string, name: string, [, ...words]: readonly Argument[]): boolean {
  if (!installed.test(program)) return false;
  return (byName.get(name) ?? []).some(({ subcommands, unless, harmless, module, operands = words.length }) => {
    const texts = words.map(literalText);
    const isExcluded = words.some(({ value, known = "" }, index) => {
      const text = texts[index] ?? value?.text ?? known;
      return unless?.test(text) === true;
    });
    if (isExcluded || (module === true && texts[0] !== "-m")) return false;
    if (harmless !== undefined && !scriptsOf(texts).every((script) => script !== undefined && harmless(script))) {
      return false;
    }
    if (texts.filter((text) => text === undefined || !/^-./.test(text)).length > operands) return false;
    return subcommands === undefined || isSubcommand(subcommands, texts);
  });
}

/** The scripts of `sed`: the values of `-e`, or the first operand. */
function scriptsOf(texts: readonly (string | undefined)[]): readonly (string | undefined)[] {
  const inOptions = texts.flatMap((text, index) => {
    const [, own] = /^(?:-n?e|--e\w*=)(.+)$/s.exec(text ?? "") ?? [];
    return own !== undefined ? [own] : /^(?:-n?e|--e\w*)$/.test(text ?? "") ? [texts[index + 1]] : [];
  });
  return inOptions.length > 0 ? inOptions : [texts.find((text) => text === undefined || !text.startsWith("-"))];
}

/** Whether a script of `sed` has no command that reads or writes a file or runs a program. Only plain commands are known. */
function isHarmlessSed(script: string): boolean {
  let rest = script.trim();
  while (rest !== "") {
    const [whole] =
      /^(?:(?:\d+|\$|\/(?:[^/\\\n]|\\.)*\/)(?:[,~+]*(?:\d+|\$|\/(?:[^/\\\n]|\\.)*\/)?)?\s*!?\s*)?(?:[pdqPDgGhHxN=]|[sy]([^\w\s\\])(?:\\.|(?!\1)[^\\\n])*\1(?:\\.|(?!\1)[^\\\n])*\1[gpiI\d]*)\s*(?:;|\n|$)\s*/.exec(
        rest,
      ) ?? [];
    if (whole === undefined || whole === "") return false;
    rest = rest.slice(whole.length);
  }
  return true;
}

/** Whether the call has one of the subcommands; `-C DIR` may precede it. */
function isSubcommand(subcommands: string, texts: readonly (string | undefined)[]): boolean {
  const at = texts.findIndex(
    (text, index) => text === undefined || (!text.startsWith("-") && texts[index - 1] !== "-C"),
  );
  return subcommands.split(" ").includes(texts[at] ?? "");
}
