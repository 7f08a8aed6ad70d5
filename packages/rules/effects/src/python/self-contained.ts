/** Python modules that only compute, without effects. */
const modules: ReadonlySet<string> = new Set(
  "math cmath itertools functools collections collections.abc typing dataclasses enum random re string heapq bisect operator statistics fractions decimal numbers array time datetime calendar copy abc json textwrap __future__".split(
    " ",
  ),
);

/** Names by which a program reaches files, other modules, or objects by the text of their names. */
const reaching: ReadonlySet<string> = new Set(
  (
    "open exec eval compile execfile getattr setattr delattr globals locals vars input raw_input breakpoint import_module builtins " +
    "os sys io codecs inspect types importlib subprocess shutil socket pathlib tempfile ctypes threading multiprocessing pickle marshal " +
    "runpy code codeop pty signal platform gc weakref warnings linecache tokenize traceback site ast dis copyreg contextlib posix nt " +
    "modules loader attrgetter methodcaller make_dataclass get_type_hints ForwardRef singledispatch singledispatchmethod Formatter get_field"
  ).split(" "),
);

const dunders =
  /^__(init|new|str|repr|len|eq|ne|lt|le|gt|ge|hash|iter|next|getitem|setitem|delitem|contains|call|bool|add|sub|mul|truediv|floordiv|mod|pow|neg|abs|and|or|xor|lshift|rshift|radd|rsub|rmul|iadd|isub|imul|enter|exit|name|main|future|post_init|slots|all|version|author)__$/;

/** The names of the frames and code of running functions, which lead to all other modules. */
const frames = /^(gi|cr|ag|tb|f|co|func)_[a-z]/;

/** Loops and iterators without an end: what they do is an effect of its own. */
const endless = /\bwhile\b[ \t(]*(?:True\b|not False\b|\d)|\b(?:count|cycle|repeat)[ \t]*\(|\biter[ \t]*\([^()\n]*,/;

/** A line that IPython may run as a command: `!rm x`, `%run x`, and `rm x` without a mark. */
const interactiveLine =
  /^[ \t]*(?:[!%?]|(?!(?:import|from|for|if|elif|while|def|class|return|with|try|except|raise|assert|not|lambda|global|nonlocal|yield|print|async|await|in|is|and|or|else)\b)\w+[ \t]+["'\w~/.*-])|=[ \t]*[!%]/m;

/** The members of `sys` that lead to nothing but the program's own input and output. */
const streams = /\bsys\.(?:stdin|stdout|stderr|argv|exit)\b/g;

/** Whether `sys` only stands in lists of imported modules: `import sys, json`. */
function isOnlyImported(text: string): boolean {
  const imported = [...text.matchAll(/(?:^|[;:\n])[ \t]*import[ \t]+(?:\w+[ \t]*,[ \t]*)*sys(?=[ \t]*(?:[,;\n]|$))/g)];
  return imported.length === [...text.matchAll(/\bsys\b/g)].length;
}

/**
 * Whether a program reaches nothing outside of itself, by the words of its text: it imports only modules that compute, and names no
 * function that opens files, runs code, or looks names up, and has no endless loop. Such a program has no effects, however much it computes.
 */
export function isSelfContained(program: string, isParsed: boolean): boolean {
  if (!isParsed && interactiveLine.test(program)) return false;
  const text = program.normalize("NFKC").replaceAll(streams, "stream");
  for (const [word] of text.matchAll(/[\p{L}\p{N}_]+/gu)) {
    if (word === "sys" && isOnlyImported(text)) continue;
    if (/^__|__$/.test(word) ? !dunders.test(word) && !/^_+$/.test(word) : reaching.has(word.replace(/^_+/, "")))
      return false;
    if (frames.test(word)) return false;
  }
  if (endless.test(text)) return false;
  const imports = [...text.matchAll(/\bimport\b/g)].length;
  const statements = [...text.matchAll(/(?:^|[;:\n])[ \t]*(?:from[ \t]+([\w.]+)[ \t]+)?import[ \t]+([^\n;#]*)/g)];
  return (
    imports === statements.length &&
    statements.every(([, from, names = ""]) =>
      from === undefined
        ? names
            .split(",")
            .every((each) => each.trim() === "sys" || modules.has(each.trim().replace(/\s+as\s+\w+$/, "")))
        : modules.has(from) && !names.includes("*"),
    )
  );
}
