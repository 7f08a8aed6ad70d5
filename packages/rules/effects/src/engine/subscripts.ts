import { hasUnknownText, suppliedText } from "../unknown-text.ts";
import { attributeValue, libraryAttribute, reachesEverything, unresolvedValue } from "./attributes.ts";
import { environmentValue } from "./environment.ts";
import type { Interpreter } from "./interpreter.ts";
import type { Expression } from "./ir.ts";
import { behindReferences } from "./references.ts";
import { isPartOfItself } from "./services.ts";
import {
  type Alternative,
  exactNumber,
  exactText,
  exactValue,
  joinAllValues,
  joinValues,
  listValue,
  textValue,
  unknownValue,
  unknownValueFrom,
  type Value,
  withAddedOrigins,
} from "./value.ts";

/** Computes `value[index]`: items of lists, entries of dictionaries, slices, `os.environ["NAME"]`, `sys.argv[1]`. */
export function subscriptValue(
  reached: Value,
  index: Value,
  indexExpression: Expression,
  interpreter: Interpreter,
): Value {
  const value = behindReferences(reached);
  const whole: KnownIndex = { number: exactNumber(index), key: exactText(index), expression: indexExpression };
  const folded: KnownIndex = { ...whole, key: keyText(index, interpreter) };
  const results = value.alternatives.map((alternative) => {
    const known = alternative.kind === "library" ? whole : folded;
    return (
      memberByName(alternative, value, known, interpreter) ??
      subscriptAlternative(alternative, value, known, interpreter)
    );
  });
  if (value.mayBeUnknown || results.length === 0) results.push(unknownValueFrom(value.from, value.repetitions));
  // One variable is not the whole environment.
  const from = value.from.map((origin) => (origin.kind === "environment" ? { kind: origin.kind } : origin));
  const item = withAddedOrigins(joinAllValues(results), from);
  return value.repetitions > item.repetitions ? { ...item, repetitions: value.repetitions } : item;
}

/** The text of a key, as dictionaries have it. */
export function keyText(key: Value, { dialect }: Interpreter): string | undefined {
  const text = exactText(key);
  return dialect.foldsCase ? text?.toLowerCase() : text;
}

/** Returns a member for `a["b"]` in languages where it is `a.b`; `undefined` for items. */
function memberByName(
  alternative: Alternative,
  value: Value,
  { key, number }: KnownIndex,
  interpreter: Interpreter,
): Value | undefined {
  if (!interpreter.dialect.hasRecords || number !== undefined) return;
  const isIndex = key !== undefined && /^\d+$/.test(key);
  switch (alternative.kind) {
    case "library":
      return interpreter.dialect.environments.has(alternative.name)
        ? environmentValue(key, undefined, interpreter)
        : libraryAttribute(alternative.name, key, interpreter);
    case "list":
    case "text":
      if (key === undefined || isIndex) return;
      break;
    case "dict":
      if (key === undefined || alternative.entries.has(key)) return;
      break;
    case "instance":
      if (key === undefined)
        return joinAllValues([...alternative.fields.values(), ...alternative.of.members.names.values(), unknownValue]);
  }
  return key === undefined
    ? undefined
    : attributeValue({ ...value, alternatives: [alternative], mayBeUnknown: false }, key, interpreter);
}

/** The index of a subscript, as far as it is known. */
interface KnownIndex {
  readonly number: number | undefined;
  readonly key: string | undefined;
  readonly expression: Expression;
}

/** Computes the subscript of one alternative of the value. */
function subscriptAlternative(
  alternative: Alternative,
  value: Value,
  { number, key, expression: indexExpression }: KnownIndex,
  interpreter: Interpreter,
): Value {
  const isGlobals = alternative.kind === "library" && alternative.name === "globals.__dict__";
  if (key !== undefined && reachesEverything.test(key) && alternative.kind !== "dict" && !isGlobals)
    return unresolvedValue(`what ${key} leads to`);
  switch (alternative.kind) {
    case "list": {
      if (indexExpression.kind === "slice")
        return sliceList(alternative.items, alternative.more, indexExpression, value);
      const at = number ?? (key !== undefined && /^\d+$/.test(key) ? Number(key) : undefined);
      const item = at === undefined ? undefined : alternative.items.at(at);
      if (item !== undefined && (alternative.more === null || (at ?? -1) >= 0)) return item;
      return joinAllValues(alternative.more === null ? alternative.items : [...alternative.items, alternative.more]);
    }
    case "dict": {
      const name = key ?? (number === undefined ? undefined : String(number));
      const entry = name === undefined ? undefined : alternative.entries.get(name);
      if (entry !== undefined) return alternative.more === null ? entry : joinValues(entry, alternative.more);
      if (name !== undefined) return alternative.more ?? unknownValue;
      return joinAllValues([...alternative.entries.values(), ...(alternative.more === null ? [] : [alternative.more])]);
    }
    case "text":
      return subscriptText(alternative.text, number, indexExpression, value);
    case "library":
      if (alternative.name === "sys.argv") return programArgument(indexExpression, value);
      if (interpreter.dialect.environments.has(alternative.name)) return environmentValue(key, undefined, interpreter);
      if (alternative.name === "plumbum.local" && key !== undefined)
        return libraryAttribute("plumbum.cmd", key, interpreter);
      if (alternative.name === "builtins") return libraryAttribute("builtins", key, interpreter);
      if (alternative.name === "sys.modules")
        return key === undefined ? unresolvedValue("which module is used") : exactValue({ kind: "library", name: key });
      if (/\.?__dict__$/.test(alternative.name))
        return libraryAttribute(alternative.name.replace(/\.?__dict__$/, ""), key, interpreter);
      if (key === undefined && hasUnknownText(alternative.name)) return unresolvedValue("which module is used");
      return unknownValueFrom(value.from);
    case "object":
      if (alternative.type === "ctypes.CDLL" && key === undefined)
        return unresolvedValue("which function of a library is used");
      return isPartOfItself(alternative.type) ? exactValue(alternative) : unknownValueFrom(value.from);
    case "unresolved":
      return { ...unknownValue, alternatives: [alternative], mayBeUnknown: false };
    default:
      return unknownValueFrom(value.from);
  }
}

/** Returns an argument of the program (`sys.argv[1]`). */
function programArgument(indexExpression: Expression, { from }: Value): Value {
  const argument = textValue(suppliedText, from);
  return indexExpression.kind === "slice" ? listValue([], argument, from) : argument;
}

/** Returns the part of a list that a slice names: `items[1:3]`. */
function sliceList(
  items: readonly Value[],
  more: Value | null,
  { bounds }: Expression & { kind: "slice" },
  value: Value,
): Value {
  const [from, to, step] = bounds.map((bound) => (bound === null ? null : constantNumber(bound)));
  const isKnown = more === null && from !== undefined && to !== undefined && step == null;
  const kept = isKnown ? items.slice(from ?? 0, to ?? undefined) : items;
  return { ...listValue(kept, more, value.from), repetitions: value.repetitions };
}

/** Returns the character or slice of a text at an index: `text[2]`, `text[1:3]`. */
function subscriptText(text: string, number: number | undefined, indexExpression: Expression, value: Value): Value {
  if (hasUnknownText(text)) return unknownValueFrom(value.from, value.repetitions);
  if (number !== undefined) return textValue(text.at(number) ?? "", value.from);
  if (indexExpression.kind !== "slice") return unknownValueFrom(value.from, value.repetitions);
  const [from, to, step = null] = indexExpression.bounds.map((bound) =>
    bound === null ? null : constantNumber(bound),
  );
  if (from === undefined || to === undefined) return unknownValueFrom(value.from, value.repetitions);
  if (step === null || step === 1)
    return { ...textValue(text.slice(from ?? 0, to ?? undefined), value.from), repetitions: value.repetitions };
  if (step === -1 && from === null && to === null) return textValue([...text].reverse().join(""), value.from);
  return unknownValueFrom(value.from, value.repetitions);
}

/** The number of a literal slice bound; `undefined` when it is unknown. */
function constantNumber(expression: Expression): number | undefined {
  if (expression.kind === "number") return expression.number;
  if (expression.kind === "unary" && expression.operator === "-" && expression.operand.kind === "number")
    return -expression.operand.number;
  return undefined;
}
