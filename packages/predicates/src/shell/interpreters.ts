import { type Argument, literalOf } from "./argument.ts";
import { type GivenWords, hasOption, readWords } from "./options.ts";

/** A program that runs code of a language of its own, which is not read here. */
export interface Interpreter {
  readonly names: string;
  /** Options whose value is code. */
  readonly code: string;
  /** Options whose value is a file of code. */
  readonly files?: string;
  /** Other options that take a value. */
  readonly valued?: string;
  /** Options after which there is no script to read from standard input. */
  readonly complete?: string;
  /** It runs what it reads, whatever its operands. */
  readonly readsInput?: true;
  /** The first operand is code; only code that fits this can start a program or write a file. */
  readonly harmful?: RegExp;
}

/** A `sed` script with a command or a flag of `s` that runs a program or writes a file. */
const sedRuns = /(^|[;{}\n\d$/!])[ \t]*[eEwW](\s|$)|[/|#,][gpiImM\d]*[ew][gpiImM\d]*(\s|$|[;}])/;

const interpreters: readonly Interpreter[] = [
  { names: "at batch", code: "-f", valued: "-t -q", complete: "-l -V", readsInput: true },
  { names: "python pypy", code: "-c", valued: "-W -X -m", complete: "-m -V --version -h --help" },
  { names: "perl", code: "-e -E", valued: "-I -M -m", complete: "-v --version -h --help" },
  { names: "ruby", code: "-e", valued: "-I -r -C", complete: "-v --version -h --help" },
  {
    names: "node nodejs bun",
    code: "-e --eval -p --print",
    valued: "-r --require --import --loader --experimental-loader --env-file -C --conditions",
    complete: "-v --version -h --help",
  },
  { names: "php", code: "-r -B -R -E --run", valued: "-d -c", complete: "-v --version -h --help -i" },
  { names: "lua luajit", code: "-e", valued: "-l", complete: "-v" },
  { names: "Rscript", code: "-e", complete: "--version --help" },
  { names: "R", code: "-e", complete: "--version --help" },
  { names: "osascript", code: "-e", valued: "-l" },
  { names: "pwsh powershell", code: "-c -C -Command -command -EncodedCommand -e", complete: "--version -v" },
  { names: "tclsh", code: "-c" },
  {
    names: "awk gawk mawk nawk",
    code: "-e --source",
    files: "-f --file -E --exec -i --include -l --load",
    valued: "-F -v",
    complete: "--version",
    // A `>` or `|` that no `print` precedes compares, or stands in a pattern.
    harmful: /system|getline|@|print[\s\S]*[>|]/,
  },
  { names: "tsx ts-node ipython julia", code: "-e -p -c --eval --print -E", complete: "--version -v" },
  { names: "emacs", code: "--eval --execute -eval -f --funcall -l --load --script" },
  { names: "vi vim nvim gvim view ex", code: "-c --cmd -s -S", valued: "-u -i", readsInput: true },
  { names: "ed red", code: "", readsInput: true },
  { names: "sed gsed", code: "-e --expression", files: "-f --file", complete: "--version --help", harmful: sedRuns },
  { names: "sqlite3", code: "-cmd -init", readsInput: true },
  { names: "gdb lldb", code: "-ex -x -o -s --command --eval-command", readsInput: true },
  { names: "crontab", code: "", valued: "-u", complete: "-l -r -e" },
  { names: "expect", code: "-c" },
];

/** What an interpreter with these words runs: code that they hold, what it reads, or a file that counts as harmless. */
export function interpreterUse(
  words: readonly Argument[],
  { code, files, valued, complete, readsInput, harmful }: Interpreter,
  hasInput: boolean,
): "code" | "input" | "file" {
  const [codes, ends] = [list(code), list(complete)];
  const takesValue = [...codes, ...list(files), ...list(valued)];
  const given = readWords(words, takesValue, true);
  const [script, next] = given.operands;
  // A long option that is not listed may have taken the first operand as its value.
  const stranger = given.options.some(
    ({ name, value }) => /^--\w/.test(name) && value === undefined && !ends.includes(name),
  );
  const later = stranger ? readWords(given.operands.slice(1), takesValue, true) : undefined;
  const isComplete = hasOption(given, ends);
  const held = [given, later].flatMap((each) => (each === undefined ? [] : codesOf(each, codes)));
  if (given.open || hasOption(given, list(files))) return "code";
  if (harmful === undefined ? held.length > 0 : held.some((each) => isHarmful(each, harmful))) return "code";
  if (isComplete || held.length > 0) return "file";
  if (harmful !== undefined && (script === undefined || isHarmful(script, harmful))) return "code";
  if (
    script !== undefined &&
    /^(-|\/dev\/(stdin|fd\/.*)|\/proc\/.*)$/.test(script.value?.text ?? (script.single ? "" : "-"))
  ) {
    return "input";
  }
  const waits = script === undefined || readsInput === true || (stranger && next === undefined);
  return waits && hasInput ? "input" : "file";
}

function codesOf(given: GivenWords, codes: readonly string[]): readonly (Argument | undefined)[] {
  return given.options.filter(({ name }) => codes.includes(name)).map(({ value }) => value);
}

function isHarmful(code: Argument | undefined, harmful: RegExp): boolean {
  const text = literalOf(code);
  return text === undefined || harmful.test(text);
}

function list(options: string | undefined): readonly string[] {
  return options === undefined || options === "" ? [] : options.split(" ");
}

/** The interpreters by name; a version at the end of a name (`python3.12`) is for the caller to take off. */
export const interpreterByName: ReadonlyMap<string, Interpreter> = new Map(
  interpreters.flatMap((interpreter) => interpreter.names.split(" ").map((name) => [name, interpreter])),
);

/** The shells, whose `-c` code is read. */
export const shells: ReadonlySet<string> = new Set(
  "sh bash rbash dash ash zsh ksh mksh fish csh tcsh nu yash".split(" "),
);
