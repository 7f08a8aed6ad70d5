/** Computes functions in a makefile: `$(patsubst %.c,%.o,a.c)` is `a.o`. */

/** Functions of `make` whose values are texts; without `shell`, because a shell computes its value. */
const functions =
  /^(subst|patsubst|strip|findstring|filter|filter-out|sort|word|words|wordlist|firstword|lastword|dir|notdir|suffix|basename|addsuffix|addprefix|join|wildcard|realpath|abspath|error|warning|info|origin|flavor|foreach|if|or|and|call|eval|file|value)$/;

/** The variable of the shell that stands for a value which is not computed. */
const unknownValue = "$MAKE_VALUE";

/** The deepest nesting of calls that is read. */
const maxDepth = 20;
const maxProduct = 1_000_000;

/**
 * Replaces calls of the functions of `make`: `$(wildcard *.c)` by its pattern, `$(patsubst %.c,%.o,a.c)` by its value, and others by an
 * unknown variable of the shell. Calls that contain `$(shell …)` are replaced by their arguments, so that the command is not lost.
 */
export function replaceFunctions(text: string, depth: number = 0): string {
  if (!text.includes("$(")) return text;
  const closings = closingBrackets(text);
  let replaced = "";
  let end = 0;
  for (let at = text.indexOf("$("); at !== -1; at = text.indexOf("$(", at)) {
    const [, name = ""] = /^([a-z-]+)[ \t]/.exec(text.slice(at + 2, at + 20)) ?? [];
    const close = functions.test(name) ? (closings.get(at + 1) ?? -1) : -1;
    if (close === -1) {
      at += 2;
      continue;
    }
    replaced += text.slice(end, at) + functionValue(name, text.slice(at + 2 + name.length, close).trim(), depth);
    end = close + 1;
    at = end;
  }
  return replaced + text.slice(end);
}

/** Computes a function of `make`. */
function functionValue(name: string, argument: string, depth: number): string {
  if (depth >= maxDepth) return unknownValue;
  const inner = replaceFunctions(argument, depth + 1);
  if (inner.includes("shell")) return inner;
  if (name === "wildcard" || name === "strip" || name === "sort") return inner;
  const [pattern = "", replacement = "", words] = inner.split(",").map((part) => part.trim());
  if (name !== "patsubst" || words === undefined || words.includes("$")) return unknownValue;
  if (words.length * replacement.length > maxProduct) return unknownValue;
  return words
    .split(/\s+/)
    .map((word) => replacePattern(word, pattern, replacement))
    .join(" ");
}

/** Replaces a pattern with `%` in a word: `a.c` with `%.c` and `%.o` becomes `a.o`. */
function replacePattern(word: string, pattern: string, replacement: string): string {
  const [before = "", after] = pattern.split("%");
  if (after === undefined) return word === pattern ? replacement : word;
  if (word.length < before.length + after.length || !word.startsWith(before) || !word.endsWith(after)) return word;
  return replacement.replace("%", () => word.slice(before.length, word.length - after.length));
}

/** The position of the bracket that closes each opening one. */
function closingBrackets(text: string): ReadonlyMap<number, number> {
  const closings = new Map<number, number>();
  const open: number[] = [];
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "(") open.push(at);
    const opening = text[at] === ")" ? open.pop() : undefined;
    if (opening !== undefined) closings.set(opening, at);
  }
  return closings;
}
