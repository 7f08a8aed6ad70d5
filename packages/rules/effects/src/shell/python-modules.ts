// Modules of Python that run other code: `python -m timeit CODE`, `python -m cProfile file.py`.
import type { Interpreter } from "./interpreters.ts";

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
