/** A program that runs code of a language of its own, which is not read here. */
export interface Interpreter {
  readonly names: string;
  /** Options whose value is code. */
  readonly code: string;
  /** Other options that take a value. */
  readonly valued?: string;
  /** Options after which there is no script to read from standard input. */
  readonly complete?: string;
  /** It runs what it reads, whatever its operands. */
  readonly readsInput?: true;
  /** The first operand is code; only code that fits this can start a program or write a file. */
  readonly harmful?: RegExp;
}

const interpreters: readonly Interpreter[] = [
  { names: "at batch", code: "", valued: "-t -q", complete: "-l -V", readsInput: true },
  { names: "python pypy", code: "-c", valued: "-W -X -m", complete: "-m -V --version -h --help" },
  { names: "perl", code: "-e -E", valued: "-I -M -m", complete: "-v --version -h --help" },
  { names: "ruby", code: "-e", valued: "-I -r -C", complete: "-v --version -h --help" },
  {
    names: "node nodejs bun",
    code: "-e --eval -p --print",
    valued: "-r --require --import",
    complete: "-v --version -h --help",
  },
  { names: "php", code: "-r -B -R -E --run", valued: "-d -c", complete: "-v --version -h --help -i" },
  { names: "lua luajit", code: "-e", valued: "-l", complete: "-v" },
  { names: "Rscript", code: "-e", complete: "--version --help" },
  { names: "R", code: "-e", complete: "--version --help" },
  { names: "osascript", code: "-e", valued: "-l" },
  { names: "pwsh powershell", code: "-c -Command -EncodedCommand", complete: "--version -v" },
  { names: "tclsh", code: "-c" },
  { names: "awk gawk mawk nawk", code: "", valued: "-F -v -f", complete: "-f --version", harmful: /system|\||>/ },
];

/** The interpreters by name; a version at the end of a name (`python3.12`) is for the caller to take off. */
export const interpreterByName: ReadonlyMap<string, Interpreter> = new Map(
  interpreters.flatMap((interpreter) => interpreter.names.split(" ").map((name) => [name, interpreter])),
);

/** The shells, whose `-c` code is read. */
export const shells: ReadonlySet<string> = new Set("sh bash rbash dash ash zsh ksh mksh fish".split(" "));
