// What a Python session keeps for later programs in it: modules, functions, classes and objects, by their names.
import type { Origin } from "../effects.ts";
import { outermostNesting } from "../languages.ts";
import type { Interpreter } from "./interpreter.ts";
import type { ClassStatement, FunctionStatement, LambdaFunction, Statement } from "./syntax/nodes.ts";
import { readProgram } from "./syntax/read-program.ts";
import {
  type Alternative,
  type ClassValue,
  exactValue,
  type FunctionValue,
  joinAllValues,
  joinValues,
  type PassedArgument,
  unknownValue,
  type Value,
} from "./value.ts";

/** The setting that holds the modules imported with `*`, or `null` if the session may have further names. */
const wildcardSetting = "python *";
/** A longer text of one name is not kept, so that its value is unknown. */
const maxTextLength = 8000;
/** A program that binds more names has further names, which are unknown. */
const maxNames = 200;
const maxWildcardImports = 20;
/** The deepest value of one name. */
const maxDepth = 6;
/** What is deeper in lists and dictionaries may be anything. */
const maxListDepth = 30;
/** The most values inside the value of one name. */
const maxValues = 100;

type Definition = FunctionStatement | ClassStatement | LambdaFunction;

/** A value as JSON. */
interface KeptValue {
  readonly is: readonly KeptAlternative[];
  readonly mayBeUnknown: boolean;
  readonly from: readonly Origin[];
}

/** An alternative of a value as JSON; a function or class is its source. */
type KeptAlternative =
  | Extract<Alternative, { readonly kind: "text" | "number" | "constant" | "path" | "library" | "unresolved" }>
  | { readonly kind: "list"; readonly items: readonly KeptValue[]; readonly more: KeptValue | null }
  | { readonly kind: "dict"; readonly entries: KeptFields; readonly more: KeptValue | null }
  | { readonly kind: "function"; readonly source: string; readonly self: KeptValue | null }
  | { readonly kind: "class"; readonly source: string }
  | { readonly kind: "instance"; readonly of: KeptAlternative; readonly fields: KeptFields }
  | { readonly kind: "object"; readonly type: string; readonly fields: KeptFields }
  | { readonly kind: "method"; readonly object: KeptValue; readonly name: string }
  | { readonly kind: "partial"; readonly callee: KeptValue; readonly arguments: readonly KeptArgument[] };

type KeptFields = readonly (readonly [name: string, value: KeptValue])[];
type KeptArgument = readonly [name: string | null, value: KeptValue];

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
    const text = isKept ? keptText(value, interpreter) : JSON.stringify(keptUnknown);
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

/** Records the source of a definition in the program itself. Code inside texts of the program has no source of its own. */
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
  if (!moduleScope.names.has(name)) moduleScope.names.set(name, value);
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

function isSession({ nesting }: Interpreter): boolean {
  return nesting.depth === outermostNesting().depth;
}

function unresolvedName(name: string): Value {
  return joinValues(unknownValue, exactValue({ kind: "unresolved", reason: `what ${name} is` }));
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

const keptUnknown: KeptValue = { is: [], mayBeUnknown: true, from: [] };

/** A value as text; `null` if the text is too long. */
function keptText(value: Value, interpreter: Interpreter): string | null {
  const text = JSON.stringify(new Keeper(interpreter).value(value, maxDepth));
  return text.length > maxTextLength ? null : text;
}

/** Converts the value of one name to JSON. What can't be converted may be anything. */
class Keeper {
  readonly #interpreter: Interpreter;
  #left = maxValues;

  constructor(interpreter: Interpreter) {
    this.#interpreter = interpreter;
  }

  value({ alternatives, mayBeUnknown, from }: Value, depth: number): KeptValue {
    if (depth === 0 || this.#left-- <= 0) return { is: [notKept], mayBeUnknown: true, from };
    return { is: alternatives.map((each) => this.#alternative(each, depth - 1)), mayBeUnknown, from };
  }

  #alternative(alternative: Alternative, depth: number): KeptAlternative {
    if (sizeOf(alternative) > this.#left) return notKept;
    switch (alternative.kind) {
      case "text":
        return { ...alternative, at: null };
      case "number":
        return Number.isFinite(alternative.number) ? alternative : notKept;
      case "list":
        return {
          kind: "list",
          items: alternative.items.map((item) => this.value(item, depth)),
          more: this.#optional(alternative.more, depth),
        };
      case "dict":
        return {
          kind: "dict",
          entries: this.#fields(alternative.entries, depth),
          more: this.#optional(alternative.more, depth),
        };
      case "function": {
        const source = this.#source(alternative.node, alternative);
        return source === undefined
          ? notKept
          : { kind: "function", source, self: this.#optional(alternative.self, depth) };
      }
      case "class":
        return this.#class(alternative);
      case "instance":
        return {
          kind: "instance",
          of: this.#class(alternative.of),
          fields: this.#fields(alternative.fields, depth),
        };
      case "object":
        return { kind: "object", type: alternative.type, fields: this.#fields(alternative.fields, depth) };
      case "method":
        return { kind: "method", object: this.value(alternative.object, depth), name: alternative.name };
      case "partial":
        return {
          kind: "partial",
          callee: this.value(alternative.callee, depth),
          arguments: alternative.arguments.map(({ name, value }) => [name, this.value(value, depth)] as const),
        };
      default:
        return alternative;
    }
  }

  #optional(value: Value | null, depth: number): KeptValue | null {
    return value === null ? null : this.value(value, depth);
  }

  #fields(fields: ReadonlyMap<string, Value>, depth: number): KeptFields {
    return [...fields].map(([name, value]) => [name, this.value(value, depth)] as const);
  }

  #class(value: ClassValue): KeptAlternative {
    const source = this.#source(value.node, { scope: value.members.parent });
    return source === undefined ? notKept : { kind: "class", source };
  }

  /** The source of a definition in the module; `undefined` if it is inside a function, whose variables it may use. */
  #source(node: Definition, { scope }: { readonly scope: FunctionValue["scope"] | null }): string | undefined {
    const { definitionTexts, moduleScope } = this.#interpreter;
    return scope === moduleScope ? definitionTexts.get(node) : undefined;
  }
}

/** The number of values in an alternative. */
function sizeOf(alternative: Alternative): number {
  switch (alternative.kind) {
    case "list":
      return alternative.items.length;
    case "dict":
      return alternative.entries.size;
    case "instance":
    case "object":
      return alternative.fields.size;
    default:
      return 0;
  }
}

const notKept: KeptAlternative = { kind: "unresolved", reason: "what an earlier program has defined" };

function restoredText(text: string, name: string, interpreter: Interpreter): Value {
  const { certainty, depth, effects, functions, loop, scope } = interpreter;
  const counts = { effects: effects.length, functions: functions.length };
  // What defining it did was an effect of the program that defined it.
  interpreter.certainty = "possible";
  interpreter.depth++;
  interpreter.scope = interpreter.moduleScope;
  interpreter.loop = { repetitions: 1 };
  const value = restoredValue(JSON.parse(text), name, interpreter);
  interpreter.certainty = certainty;
  interpreter.depth = depth;
  interpreter.scope = scope;
  interpreter.loop = loop;
  effects.length = counts.effects;
  functions.length = counts.functions;
  return value;
}

function restoredValue({ is, mayBeUnknown, from }: KeptValue, name: string, interpreter: Interpreter): Value {
  const values = is.map((each) => restoredAlternative(each, name, interpreter));
  const alternatives = values.length === 0 ? [] : joinAllValues(values).alternatives;
  return {
    alternatives,
    mayBeUnknown: mayBeUnknown || values.some((each) => each.mayBeUnknown),
    from,
    repetitions: 1,
  };
}

function restoredAlternative(kept: KeptAlternative, name: string, interpreter: Interpreter): Value {
  const restored = (value: KeptValue): Value => restoredValue(value, name, interpreter);
  const optional = (value: KeptValue | null): Value | null => (value === null ? null : restored(value));
  const fields = (entries: KeptFields): Map<string, Value> =>
    new Map(entries.map(([field, value]) => [field, restored(value)]));
  switch (kept.kind) {
    case "list":
      return exactValue({ kind: "list", items: kept.items.map(restored), more: optional(kept.more) });
    case "dict":
      return exactValue({ kind: "dict", entries: fields(kept.entries), more: optional(kept.more) });
    case "function":
    case "class": {
      const definition = restoredDefinition(kept.source, name, interpreter);
      const self = kept.kind === "function" ? optional(kept.self) : null;
      return definition.kind === "function" ? exactValue({ ...definition, self }) : exactValue(definition);
    }
    case "instance": {
      const [of] = restoredAlternative(kept.of, name, interpreter).alternatives;
      if (of?.kind !== "class") return unresolvedName(name);
      return exactValue({ kind: "instance", of, fields: fields(kept.fields) });
    }
    case "object":
      return exactValue({ kind: "object", type: kept.type, fields: fields(kept.fields) });
    case "method":
      return exactValue({ kind: "method", object: restored(kept.object), name: kept.name });
    case "partial": {
      const passed: readonly PassedArgument[] = kept.arguments.map(([argument, value]) => ({
        name: argument,
        value: restored(value),
      }));
      return exactValue({ kind: "partial", callee: restored(kept.callee), arguments: passed });
    }
    default:
      return exactValue(kept);
  }
}

/** Reads the source of a function or class, with the place of its name in the program as the place of all of it. */
function restoredDefinition(source: string, name: string, interpreter: Interpreter): Alternative {
  const { program, definitionTexts, moduleScope, steps } = interpreter;
  const at = program.indexOf(name);
  const place = at === -1 ? { start: 0, end: program.length } : { start: at, end: at + name.length };
  steps.left -= source.length / 40;
  const isLambda = /^lambda\b/.test(source);
  const { statements, problem } = readProgram(isLambda ? `(${source})` : source, () => place);
  const node = definitionIn(statements);
  const unresolved = { kind: "unresolved" as const, reason: `what ${name} does` };
  if (problem !== null || node === undefined) return unresolved;
  definitionTexts.set(node, source);
  if (node.kind !== "class") return { kind: "function", node, scope: moduleScope, self: null };
  const outer = moduleScope.names.get(node.name);
  interpreter.runBlock([node]);
  const [defined] = moduleScope.names.get(node.name)?.alternatives ?? [];
  if (outer === undefined) moduleScope.names.delete(node.name);
  else moduleScope.names.set(node.name, outer);
  return defined?.kind === "class" ? defined : unresolved;
}

function definitionIn(statements: readonly Statement[]): Definition | undefined {
  for (const statement of statements) {
    if (statement.kind === "function" || statement.kind === "class") return statement;
    if (statement.kind === "expression" && statement.value.kind === "lambda") return statement.value;
  }
  return undefined;
}
