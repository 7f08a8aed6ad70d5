/** The table of interpreters: programs that run code, such as `python`, `perl`, `awk`, `sed` and `crontab`. */
import { type Argument, literalText } from "./argument.ts";

/** The ways in which an interpreter gets its code. Options are space-separated lists. */
export interface Interpreter {
  readonly names: string;
  /** The language whose reader is used for the code. Without it, code is `anything` unless `harmful` or `harmless` decides. */
  readonly language?: string;
  /** The language of the code among those that the shell reader knows itself: `perl`, `ruby`. */
  readonly script?: string;
  /** Options whose value is code: `-c`. */
  readonly code: string;
  /** Whether all operands are code: `python -m timeit CODE`. */
  readonly codeOperands?: true;
  /** Options whose value is a code file: `awk -f file`. */
  readonly files?: string;
  /** Options without a value. The value of an option in no list may be the next word. */
  readonly flags?: string;
  /** Options whose value is a file of code that is run first: `node -r ./file.js`. */
  readonly preloads?: string;
  /** Endings that the names of code files may lack: `node file` runs `file.js`. */
  readonly endings?: readonly string[];
  /** Other options that take a value. */
  readonly valued?: string;
  /** Options whose value is a module that is loaded first: `perl -Mstrict`. */
  readonly modules?: string;
  /** Options with which it doesn't run code from standard input: `--version`. */
  readonly complete?: string;
  /** It runs its standard input even if it has operands. */
  readonly readsInput?: true;
  /** Options with which it runs its standard input after its code: `python -i x.py`. */
  readonly interactive?: string;
  /** Set if the first operand is code and standard input is data. Only code that matches can start a program or write a file. */
  readonly harmful?: RegExp;
  /** Matches string literals, which are removed before code is tested with `harmful`. */
  readonly strings?: RegExp;
  /** Code that passes one of these tests only computes and prints. */
  readonly harmless?: readonly { test(code: string): boolean }[];
  /** The option whose value is a module that gets the remaining words: `python -m pip install x`. */
  readonly module?: string;
}

/** Matches a `sed` script with a command, or a flag of `s`, that runs a program or writes a file. */
const sedRuns = /(^|[;{}\n\d$/!])[ \t]*[eEwW](\s|$)|[/|#,][gpiImM\d]*[ew][gpiImM\d]*(\s|$|[;}])/;

const plainNode =
  /^\s*(?:console\.log\()?(?:process\.(?:version|versions(?:\.\w+)?|platform|arch|cwd\(\))|[\d\s+*/.-]+|'[^'\\`]*'|"[^"\\`]*")\)?;?\s*$/;

const interpreters: readonly Interpreter[] = [
  {
    names: "at batch",
    language: "shell",
    code: "",
    files: "-f",
    valued: "-t -q",
    complete: "-l -V -c -d -r",
    readsInput: true,
  },
  { names: "crontab", language: "crontab", code: "", valued: "-u", complete: "-l -r -e" },
  {
    names: "python pypy py bpython ptpython jython micropython graalpy sage",
    language: "python",
    code: "-c",
    flags: "-b -bb -B -d -E -i -I -O -OO -P -q -s -S -t -u -v -vv -x -0 -1 -2 -3 -4 -5 -6 -7 -8 -9 -.",
    valued: "-W -X --check-hash-based-pycs",
    module: "-m",
    complete: "-m -V --version -h --help",
    interactive: "-i",
  },
  { names: "ipython", language: "python", code: "-c", interactive: "-i", complete: "--version -h --help" },
  {
    names: "perl",
    code: "-e -E",
    flags: "-a -c -f -l -n -p -i -s -S -t -T -u -U -w -W -X -0 -F",
    valued: "-I -M -m",
    modules: "-M -m",
    complete: "-v --version -h --help",
    script: "perl",
  },
  {
    names: "ruby",
    code: "-e",
    flags: "-a -c -l -n -p -i -s -S -v -w -W -y -F -K -U -0 --jit --yjit",
    preloads: "-r",
    endings: [".rb"],
    valued: "-I -C",
    complete: "-v --version -h --help",
    script: "ruby",
  },
  {
    names: "node nodejs bun",
    code: "-e --eval -p --print",
    flags:
      "-i --interactive --watch --test --inspect --inspect-brk --no-warnings --trace-warnings --enable-source-maps --experimental-strip-types --expose-gc --preserve-symlinks --bun --hot --smol",
    preloads: "-r --require --import --loader --experimental-loader --preload",
    endings: [".js", ".cjs", ".mjs", ".ts", "/index.js", "/index.ts"],
    valued: "--env-file -C --conditions --input-type",
    complete: "-c --check -v --version -h --help",
    interactive: "-i --interactive",
    language: "javascript",
    harmless: [plainNode],
  },
  {
    names: "php",
    code: "-r -B -R -E --run --process-begin --process-code --process-end",
    files: "-f --file",
    flags: "-n -q -a",
    valued: "-d -c",
    complete: "-v --version -h --help -i -l --syntax-check -m -s -w",
    language: "php",
  },
  { names: "lua luajit", code: "-e", valued: "-l", complete: "-v", interactive: "-i", script: "lua" },
  { names: "Rscript", code: "-e", complete: "--version --help" },
  { names: "R", code: "-e", complete: "--version --help" },
  { names: "osascript", code: "-e", valued: "-l" },
  { names: "pwsh powershell", language: "powershell", code: "-c -Command" },
  { names: "tclsh", code: "-c" },
  {
    names: "awk gawk mawk nawk",
    code: "-e --source",
    files: "-f --file -E --exec -i --include -l --load",
    valued: "-F -v",
    complete: "--version",
    // A `>` or `|` without a `print` before it is a comparison, or part of a pattern.
    harmful:
      /\bsystem\b|@(include|load|namespace|[A-Za-z_]\w*\s*\()|print[^\n]*[>|]|\|&?\s*getline|getline[^\n]*<|\bARGV\b/,
    strings: /"(?:[^"\\]|\\.)*"/g,
    script: "awk",
  },
  {
    names: "tsx ts-node ts-node-esm esr",
    code: "-e -p --eval --print",
    complete: "--version -v",
    language: "javascript",
  },
  { names: "julia", code: "-e -E --eval --print", complete: "--version -v", interactive: "-i" },
  { names: "emacs", code: "--eval --execute -eval -f --funcall -l --load --script" },
  {
    names: "vi vim nvim gvim view ex",
    code: "-c --cmd -s -S",
    valued: "-u -i",
    readsInput: true,
    harmless: [
      /^:?(w|wq|wqa|wa|q|qa|x|xa|n|\d+|set \w+(=\w+)?|syntax (on|off)|(%|\d+(,\d+)?)?s([/#|])(?!.*\\=)[^|!]*\4g?)!?$/,
    ],
  },
  { names: "ed red", code: "", readsInput: true },
  {
    names: "sed gsed",
    code: "-e --expression",
    files: "-f --file",
    complete: "--version --help",
    harmful: sedRuns,
    script: "sed",
  },
  {
    names: "gdb lldb",
    code: "-ex -x -o -s --command --eval-command",
    readsInput: true,
    harmless: [
      /^(?:run|r|start|bt|backtrace|where|quit|q|continue|c|up|down|next|n|step|s|finish|detach|list|frame|f|(?:thread apply all )?(?:bt|backtrace)(?: full)?(?: -?\d+)?|frame variable|(?:info|thread|frame|list|l|next|step|up|down) [\w ./:-]+|(?:b|break|tbreak|watch|until|delete|disable|enable|x\/\w+|p|print|ptype|whatis|p\/\w+|display) [\w .:*&>$[\]-]+|set (?:pagination|confirm|print \w+|width|height|debuginfod enabled|breakpoint pending|disable-randomization) \w+|set args [\w ./=-]*)$/,
    ],
  },
  { names: "expect", code: "-c" },
  { names: "elixir iex", code: "-e --eval --rpc-eval", complete: "--version -v" },
  { names: "erl", code: "-eval", complete: "-version" },
  { names: "ghc ghci runghc runhaskell", code: "-e", complete: "--version" },
  { names: "clojure clj bb groovy jshell", code: "-e --eval", complete: "--version -version" },
  { names: "ocaml sbcl racket guile raku octave", code: "-e -c --eval --evaluate", complete: "--version -v" },
  { names: "coffee lsc", code: "-e --eval", complete: "--version -v" },
];

const interpreterByName: ReadonlyMap<string, Interpreter> = new Map(
  interpreters.flatMap((interpreter) => interpreter.names.split(" ").map((name) => [name, interpreter])),
);

/** Finds the interpreter of a program name, also with a version: `python3.12`. */
export function findInterpreter(name: string): Interpreter | undefined {
  return interpreterByName.get(name) ?? interpreterByName.get(name.replace(/[\d.]+[tw]?$/, ""));
}

/** The names of the shells. */
export const shellNames: ReadonlySet<string> = new Set(
  "sh bash rbash dash ash zsh ksh mksh pdksh oksh loksh posh sash fish csh tcsh nu yash xonsh elvish osh oil ion rc es hush murex".split(
    " ",
  ),
);

/** The words of the call of `node` that does the same as `deno eval CODE`, `bun run FILE` or `k6 run FILE`; `undefined` for other calls. */
export function asNodeCall(name: string, words: readonly Argument[]): readonly Argument[] | undefined {
  if (name !== "deno" && name !== "bun" && name !== "k6") return;
  const [head, subcommand, ...rest] = words;
  if (head === undefined || subcommand === undefined) return;
  const verb = literalText(subcommand);
  if (name === "k6") {
    const script = rest.find((word) => /\.[cm]?[jt]s$/.test(literalText(word) ?? ""));
    return verb === "run" && script !== undefined ? [head, script] : undefined;
  }
  const operand = rest.find((word) => literalText(word)?.startsWith("-") !== true || literalText(word) === "-");
  if (operand === undefined) return;
  const after = rest.slice(rest.indexOf(operand));
  if (verb === "eval") return [head, { ...head, value: { text: "-e", glob: false } }, ...after];
  const isFile = /^-$|^(?!https?:).*\.[cm]?[jt]sx?$/.test(literalText(operand) ?? "");
  return verb === "run" && isFile ? [head, ...after] : undefined;
}

/** Rewrites `node --run x` to the words of `npm run x`; `undefined` for any other command. */
export function packageScriptOfNode(
  name: string,
  [head, ...rest]: readonly Argument[],
): readonly Argument[] | undefined {
  if (name !== "node" || head === undefined) return;
  const at = rest.findIndex((word) => /^--run(=|$)/.test(literalText(word) ?? ""));
  const option = rest[at];
  if (option === undefined) return;
  const [, inline] = /^--run=(.*)$/s.exec(literalText(option) ?? "") ?? [];
  const script: readonly Argument[] =
    inline === undefined
      ? rest.slice(at + 1)
      : [{ ...option, value: { text: inline, glob: false } }, ...rest.slice(at + 1)];
  return [head, { ...head, value: { text: "run", glob: false } }, ...script];
}

/** The modules that read code from their words or their standard input, as interpreters. */
const modules: readonly Interpreter[] = [
  {
    names: "timeit",
    language: "python",
    code: "-s --setup",
    codeOperands: true,
    flags: "-p --process -v --verbose -h --help",
    valued: "-n --number -r --repeat -u --unit",
  },
  {
    names: "IPython ipython ptpython bpython",
    language: "python",
    code: "-c",
    complete: "--version -h --help",
  },
  { names: "pdb ipdb pudb", language: "python", code: "-c --command", module: "-m", flags: "-h --help" },
  {
    names: "cProfile profile trace scalene memory_profiler viztracer pyinstrument memray",
    language: "python",
    code: "",
    module: "-m",
    flags: "-t --trace -c --count -l --listfuncs -T --trackcalls -r --report --missing -S --summary -g --timing",
    valued: "-o --outfile -s --sort -f --file -C --coverdir --ignore-module --ignore-dir",
  },
  { names: "code asyncio idlelib", language: "python", code: "", complete: "-h --help" },
];

/** The modules by their names. */
export const pythonModules: ReadonlyMap<string, Interpreter> = new Map(
  modules.flatMap((module) => module.names.split(" ").map((name) => [name, module])),
);
