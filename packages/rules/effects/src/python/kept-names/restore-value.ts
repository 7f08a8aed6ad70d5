/** Restores values that a Python session kept from JSON text. */
import type { Interpreter } from "../../engine/interpreter.ts";
import type { Statement } from "../../engine/ir.ts";
import { removeVariable, setVariable } from "../../engine/scope.ts";
import {
  type Alternative,
  dictValue,
  exactValue,
  joinAllValues,
  joinValues,
  listValue,
  newCell,
  objectValue,
  type PassedArgument,
  unknownValue,
  type Value,
} from "../../engine/value.ts";
import { readProgram } from "../syntax/read-program.ts";
import type { Definition, KeptAlternative, KeptFields, KeptValue } from "./kept-value.ts";

/** Restores a value from its text: what `keptText` has written in an earlier program of the session. */
export function restoredText(text: string, name: string, interpreter: Interpreter): Value {
  const { certainty, depth, effects, functions, loop, scope } = interpreter;
  const counts = functions.length;
  const before = new Map(effects);
  // The effects of defining it were effects of the program that defined it.
  interpreter.certainty = "possible";
  interpreter.depth++;
  interpreter.scope = interpreter.moduleScope;
  interpreter.loop = { repetitions: 1 };
  const value = restoredValue(JSON.parse(text), name, interpreter);
  interpreter.certainty = certainty;
  interpreter.depth = depth;
  interpreter.scope = scope;
  interpreter.loop = loop;
  effects.clear();
  for (const [key, effect] of before) effects.set(key, effect);
  functions.length = counts;
  return value;
}

/** Creates a value for a name that can't be resolved. */
export function unresolvedName(name: string): Value {
  return joinValues(unknownValue, exactValue({ kind: "unresolved", reason: `what ${name} is` }));
}

/** Restores a stored value, with all alternatives. */
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

/** Restores one of the values that a name may have had. */
function restoredAlternative(kept: KeptAlternative, name: string, interpreter: Interpreter): Value {
  const restored = (value: KeptValue): Value => restoredValue(value, name, interpreter);
  const optional = (value: KeptValue | null): Value | null => (value === null ? null : restored(value));
  const fields = (entries: KeptFields): Map<string, Value> =>
    new Map(entries.map(([field, value]) => [field, restored(value)]));
  switch (kept.kind) {
    case "list":
      return listValue(kept.items.map(restored), optional(kept.more));
    case "dict":
      return dictValue(fields(kept.entries), optional(kept.more));
    case "function":
    case "class": {
      const definition = restoredDefinition(kept.source, name, interpreter);
      const self = kept.kind === "function" ? optional(kept.self) : null;
      return definition.kind === "function" ? exactValue({ ...definition, self }) : exactValue(definition);
    }
    case "instance": {
      const [of] = restoredAlternative(kept.of, name, interpreter).alternatives;
      if (of?.kind !== "class") return unresolvedName(name);
      return exactValue({ kind: "instance", born: newCell(), of, fields: fields(kept.fields) });
    }
    case "object":
      return objectValue(kept.type, [], fields(kept.fields));
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
  if (outer === undefined) removeVariable(moduleScope, node.name, interpreter);
  else setVariable(moduleScope, node.name, outer, interpreter);
  return defined?.kind === "class" ? defined : unresolved;
}

/** Finds the function or class that the code defines. */
function definitionIn(statements: readonly Statement[]): Definition | undefined {
  for (const statement of statements) {
    if (statement.kind === "function" || statement.kind === "class") return statement;
    if (statement.kind === "expression" && statement.value.kind === "lambda") return statement.value;
  }
  return undefined;
}
