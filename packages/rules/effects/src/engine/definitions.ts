/** Interprets statements that define names: `def`, `class`, `import`. */
import { joinPath } from "../path.ts";
import { libraryAttribute } from "./attributes.ts";
import { bindSelf, lookUpMember } from "./class-members.ts";
import { emit, type Interpreter } from "./interpreter.ts";
import type { ClassStatement, FunctionStatement, LambdaFunction, Statement } from "./ir.ts";
import { runProgramFile } from "./nested-code.ts";
import { createScope, setName, setVariable } from "./scope.ts";
import { type ClassValue, exactValue, type FunctionValue, type Scope, type Value } from "./value.ts";
import { originsWrittenTo, writtenAnywhere } from "./written-files.ts";

/** Defines the function of a `def`. Default values and decorators are evaluated now; the body runs when the function is called. */
export function defineFunction(statement: FunctionStatement, interpreter: Interpreter): void {
  setVariable(interpreter.scope, statement.name, functionValue(statement, interpreter), interpreter);
}

/** The function that a definition makes. */
export function functionValue(statement: FunctionStatement, interpreter: Interpreter): Value {
  const { scope: current } = interpreter;
  const scope = current.isClass && current.parent !== null ? current.parent : current;
  const value = newFunction(statement, scope, interpreter);
  return applyDecorators(exactValue(value), statement, interpreter);
}

/** A function of a definition or an expression, with the default values of its parameters. */
export function newFunction(
  node: FunctionStatement | LambdaFunction,
  scope: Scope,
  interpreter: Interpreter,
): FunctionValue {
  const defaults = new Map<string, Value>();
  if (interpreter.dialect.defaultsOnce)
    for (const { name, defaultValue } of node.parameters)
      if (defaultValue !== null) defaults.set(name, interpreter.evaluate(defaultValue));
  const value: FunctionValue = { kind: "function", node, scope, self: null, defaults };
  interpreter.functions.push(value);
  interpreter.dialect.session?.recordDefinition(node, interpreter);
  return value;
}

/** Defines a class: runs the body at once, in a scope of its own. */
export function defineClass(statement: ClassStatement, interpreter: Interpreter): void {
  setName(statement.name, classValue(statement, interpreter), interpreter);
}

/** The class that a definition makes. */
export function classValue(statement: ClassStatement, interpreter: Interpreter): Value {
  const bases = statement.bases.map(({ value }) => interpreter.evaluate(value));
  const members = createScope(interpreter.scope, true);
  const outer = interpreter.scope;
  interpreter.scope = members;
  interpreter.runBlock(statement.body);
  interpreter.scope = outer;
  const value = { kind: "class" as const, node: statement, members, bases };
  interpreter.classes.push(value);
  interpreter.dialect.session?.recordDefinition(statement, interpreter);
  const made = initializeSubclass(value, interpreter);
  return applyDecorators(made, statement, interpreter);
}

/** Creates a class. Its bases are notified (`__init_subclass__`), and a metaclass of the program may change it. */
function initializeSubclass(made: ClassValue, interpreter: Interpreter): Value {
  const { node, bases } = made;
  const passed = node.bases.flatMap(({ name }, at) => {
    const value = bases[at];
    return name === null || name === "metaclass" || value === undefined ? [] : [{ name, value }];
  });
  for (const [at, { name }] of node.bases.entries())
    for (const base of name === null ? (bases[at]?.alternatives ?? []) : []) {
      const hook = base.kind === "class" ? lookUpMember(base, "__init_subclass__") : undefined;
      if (hook !== undefined) interpreter.call(bindSelf(hook, exactValue(made)), passed, node);
    }
  const metaclass = bases[node.bases.findIndex(({ name }) => name === "metaclass")];
  const mayBeUnknown = metaclass?.alternatives.some(({ kind }) => kind === "class") === true;
  return { ...exactValue(made), mayBeUnknown };
}

/**
 * Applies decorators. A decorator of the program may return another value, or the function itself if its result is unknown. Other decorators
 * return the function or class itself, unless they are in the catalogue or unresolved.
 */
function applyDecorators(
  value: Value,
  { decorators, start, end }: ClassStatement | FunctionStatement,
  interpreter: Interpreter,
): Value {
  let result = value;
  for (const decorator of decorators.toReversed()) {
    const called = interpreter.evaluate(decorator);
    const isOwn = called.alternatives.some(({ kind }) => /^(function|partial|class|instance)$/.test(kind));
    const changesValue = called.alternatives.some(
      (alternative) =>
        alternative.kind === "unresolved" ||
        (alternative.kind === "library" && interpreter.dialect.catalogue.entry(alternative.name) !== undefined),
    );
    if (!isOwn && !changesValue) continue;
    const returned = interpreter.call(called, [{ name: null, value: result }], { start, end });
    result = isOwn && returned.alternatives.length === 0 ? result : returned;
  }
  return result.alternatives.length === 0 && result.from.length === 0 ? value : result;
}

/** Evaluates `import …` and `from … import …`: binds the names. */
export function importNames(statement: Statement & { kind: "import" }, interpreter: Interpreter): void {
  const { canonicalName } = interpreter.dialect;
  for (const { module, member, as } of statement.names) {
    emitImportOfWrittenModule(module, statement, interpreter);
    if (member !== null && member !== "*") emitImportOfWrittenModule(`${module}.${member}`, statement, interpreter);
    if (member === "*") interpreter.scope.wildcardImports.push(module);
    else if (as === null) continue;
    else if (member === null)
      setVariable(interpreter.scope, as, exactValue({ kind: "library", name: canonicalName(module) }), interpreter);
    else setVariable(interpreter.scope, as, libraryAttribute(canonicalName(module), member, interpreter), interpreter);
  }
}

/** Evaluates the import of a module that the program wrote to a file, and of the packages around it. */
function emitImportOfWrittenModule(module: string, span: Statement, interpreter: Interpreter): void {
  const names = module.replace(/^\.+/, "").split(".");
  for (const at of names.keys()) runWrittenModule(names.slice(0, at + 1).join("/"), module, span, interpreter);
}

/** Runs a module in the folders where modules are searched, or else the files of its name in any folder: of the program, of its package. */
function runWrittenModule(name: string, module: string, { start, end }: Statement, interpreter: Interpreter): void {
  const files = [`${name}.py`, `${name}/__init__.py`];
  const folders = module.startsWith(".") ? [] : ["", ...(interpreter.settings.get(moduleFolders)?.split("\n") ?? [])];
  const paths = folders.flatMap((folder) =>
    files.flatMap((file) => joinPath(interpreter.directory ?? "", folder === "" ? file : `${folder}/${file}`) ?? []),
  );
  const isWritten = paths.some((path) => interpreter.writtenFiles.get(path) !== undefined);
  for (const path of isWritten ? paths : [...paths, ...writtenAnywhere(files, interpreter)]) {
    const from = originsWrittenTo(path, interpreter);
    if (from.length > 0) emit(interpreter, { kind: "execute", program: null, from, by: "import", start, end });
    if (runProgramFile({ path, glob: false, hidden: false, partial: false }, "import", { start, end }, interpreter))
      return;
  }
}

/** The setting with the folders, one a line, in which a program searches for modules besides its own. */
export const moduleFolders = "folders of modules";
