/** The state that a Python session keeps for later programs: modules, functions, classes and objects, by their names. */
import type { Interpreter } from "../engine/interpreter.ts";
import { setVariable } from "../engine/scope.ts";
import { unknownValue, type Value } from "../engine/value.ts";
import { outermostNesting } from "../languages.ts";
import { keptText, unknownText } from "./kept-names/keep-value.ts";
import type { Definition } from "./kept-names/kept-value.ts";
import { restoredText, unresolvedName } from "./kept-names/restore-value.ts";

/** The setting that holds the modules imported with `*`, or `null` if the session may have further names. */
const wildcardSetting = "python *";
/** A program that binds more names has further names, which are unknown. */
const maxNames = 200;
const maxWildcardImports = 20;
/** Items deeper in lists and dictionaries may be anything. */
const maxListDepth = 30;

/**
 * The names that the program bound and that later programs of the session can call or use as modules, as settings. Names of plain data
 * are not kept. Only the outermost program is a session; other programs run in processes of their own.
 */
export function keptNames(interpreter: Interpreter): ReadonlyMap<string, string | null> {
  const kept = new Map<string, string | null>();
  if (!isSession(interpreter)) return kept;
  const { settings } = interpreter.context;
  const callable = new Map<Value, boolean>();
  for (const [name, value] of interpreter.moduleScope.names) {
    if (name.includes("[")) continue;
    const key = `python ${name}`;
    const known = settings?.get(key);
    const isKept = isCallable(value, callable);
    if (!isKept && known === undefined) continue;
    const text = isKept ? keptText(value, interpreter) : unknownText;
    if (text === known || (known === null && interpreter.keptValues.get(name) === value)) continue;
    if (kept.size >= maxNames) {
      kept.set(wildcardSetting, null);
      return kept;
    }
    kept.set(key, text);
  }
  const modules = [...new Set(interpreter.moduleScope.wildcardImports)];
  const wildcard = modules.length > maxWildcardImports ? null : modules.join(" ");
  const before = settings?.get(wildcardSetting);
  if (modules.length > 0 && before !== null && before !== wildcard) kept.set(wildcardSetting, wildcard);
  return kept;
}

/** Records the source text of a definition, so that it can be kept. Code inside strings is excluded. */
export function recordDefinition(node: Definition, interpreter: Interpreter): void {
  const { definitionTexts, depth, nesting, program } = interpreter;
  if (depth === nesting.depth) definitionTexts.set(node, program.slice(node.start, node.end));
}

/** Binds the names of the session that the text of the program contains. Others are bound when they are looked up. */
export function bindKeptNames(interpreter: Interpreter): void {
  const { context, moduleScope } = interpreter;
  if (context.settings === undefined || !isSession(interpreter)) return;
  moduleScope.wildcardImports.push(...(context.settings.get(wildcardSetting)?.split(" ") ?? []));
  const text = interpreter.program.normalize("NFKC");
  for (const [key] of context.settings) {
    const name = /^python (?!\*)(.+)$/s.exec(key)?.[1];
    if (name !== undefined && (name.includes(".") || text.includes(name))) keptName(name, interpreter);
  }
}

/** Binds a name to the value that it has in the session. @returns the value; `undefined` if the session has no such name */
export function keptName(name: string, interpreter: Interpreter): Value | undefined {
  const { context, keptValues, moduleScope } = interpreter;
  if (context.settings === undefined || !isSession(interpreter)) return undefined;
  const before = keptValues.get(name);
  const text = before === undefined ? context.settings.get(`python ${name}`) : undefined;
  if (text === undefined) return before;
  keptValues.set(name, unknownValue);
  const value = text === null ? unresolvedName(name) : restoredText(text, name, interpreter);
  keptValues.set(name, value);
  if (!moduleScope.names.has(name)) setVariable(moduleScope, name, value, interpreter);
  return value;
}

/** The value of a name that the session may have without being known; `undefined` if all of its names are known. */
export function unknownKeptName(name: string, interpreter: Interpreter): Value | undefined {
  const mayHaveMore = isSession(interpreter) && interpreter.context.settings?.get(wildcardSetting) === null;
  return mayHaveMore ? unresolvedName(name) : undefined;
}

/** Whether earlier programs of the session left names for which the program may depend on more than its own text. */
export function hasKeptNames({ keptValues, context }: Interpreter): boolean {
  return keptValues.size > 0 || context.settings?.has(wildcardSetting) === true;
}

/** Whether the code is not run by other code. */
function isSession({ nesting }: Interpreter): boolean {
  return nesting.depth === outermostNesting().depth;
}

/**
 * Whether a value may be called, or has attributes that may.
 *
 * @param known - the results for values that were read before, as containers may share them
 */
function isCallable(value: Value, known: Map<Value, boolean>, depth: number = maxListDepth): boolean {
  const before = known.get(value);
  if (before !== undefined) return before;
  known.set(value, false);
  const result = value.alternatives.some((each) => {
    if (/^(text|number|constant|path)$/.test(each.kind)) return false;
    if (each.kind !== "list" && each.kind !== "dict") return true;
    const items = each.kind === "list" ? each.items : [...each.entries.values()];
    const all = each.more === null ? items : [...items, each.more];
    return depth === 0 || all.some((item) => isCallable(item, known, depth - 1));
  });
  known.set(value, result);
  return result;
}
