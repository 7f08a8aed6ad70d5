/** The parts of Python that the interpreter needs: its lowering, builtins and library functions. */
import type { Dialect } from "../engine/dialect.ts";
import { programFile } from "../engine/environment.ts";
import type { Interpreter } from "../engine/interpreter.ts";
import { setVariable } from "../engine/scope.ts";
import { exactValue, listValue, textValue, type Value } from "../engine/value.ts";
import { unknownName } from "../unknown-text.ts";
import { argumentValue } from "./argparse.ts";
import { builtins } from "./builtins.ts";
import { methodOfType } from "./catalogue/databases.ts";
import { catalogueEntry, isCatalogueModule } from "./catalogue.ts";
import { bindKeptNames, hasKeptNames, keptNames, recordDefinition } from "./kept-names.ts";
import { callFunction, callObjectMethod } from "./library-calls.ts";
import { canonicalName, globalValue, libraryConstant, services } from "./library-names.ts";
import { isSelfContained } from "./self-contained.ts";
import { readProgram } from "./syntax/read-program.ts";

/** Methods that objects of unknown types may have: `from_pretrained` of models, and methods of databases. */
const ofAnyObject =
  /^.*(?=\.(from_pretrained|push_to_hub|drop_all|execute|executescript|delete_many|session\.query|objects\.(all|delete|update)|query\.(delete|update))$)/;

/** Python. */
export const pythonDialect: Dialect = {
  name: "python",
  lower: readProgram,
  catalogue: {
    entry: catalogueEntry,
    entryByEnding: (name) => catalogueEntry(name.replace(ofAnyObject, "*")),
    methodName: methodOfType,
    hasModule: isCatalogueModule,
  },
  builtins,
  methods: new Map(),
  constructors: ["__init__", "__new__"],
  defaultsOnce: true,
  self: null,
  environments: new Set(["os.environ", "os.environb"]),
  exits: new Set(["exit", "quit", "sys.exit", "os._exit"]),
  assignsOuter: false,
  copies: false,
  hasRecords: false,
  globalValue,
  canonicalName,
  constant: libraryConstant,
  callFunction,
  callMethod: callObjectMethod,
  services,
  argumentByName: pytestFixture,
  session: { bind, hasNames: hasKeptNames, names: keptNames, recordDefinition },
  isSelfContained,
};

/** Binds the names that a session has kept, and the words of the command line that the code around passes. */
function bind(interpreter: Interpreter): void {
  bindKeptNames(interpreter);
  const { context, moduleScope } = interpreter;
  if (context.programArguments === undefined) return;
  const words = [textValue(programFile(interpreter)), ...context.programArguments.map(argumentValue)];
  setVariable(moduleScope, "sys.argv", listValue(words), interpreter);
}

/** The value that pytest passes for a parameter. */
function pytestFixture(name: string): Value | undefined {
  return name === "tmp_path" || name === "tmpdir"
    ? exactValue({ kind: "path", text: `/tmp/${unknownName}` })
    : undefined;
}
