/** Computes cmdlets without effects, which print and pass values on. */
import { attributeValue } from "../engine/attributes.ts";
import { addOutput, anyOutputItem, collectOutput, outputItems } from "../engine/commands.ts";
import { concatenateTexts } from "../engine/formatting.ts";
import { valueOfJson } from "../engine/json-text.ts";
import { acceptedItem } from "../engine/narrowing.ts";
import { pathProperty } from "../engine/path-methods.ts";
import { lookUp, setVariable } from "../engine/scope.ts";
import {
  exactNumber,
  exactText,
  exactValue,
  joinAllValues,
  knownTexts,
  listValue,
  noneValue,
  textValue,
  unknownValue,
  unknownValueFrom,
  type Value,
} from "../engine/value.ts";
import { nonLiteralOrigins } from "../engine/value-origins.ts";
import { normalizeWindowsPath } from "../windows-path.ts";
import type { Bound } from "./bind.ts";
import { blocksOf, callBlock, callForEach } from "./blocks.ts";
import { emitEffect } from "./call.ts";
import { asText, mapAlternatives, someOf, textOf } from "./values.ts";

/** Runs `Where-Object`: any of the items may remain. */
export function where({ value, call }: Bound): Value {
  const input = value("inputobject") ?? call.input ?? noneValue;
  const blocks = blocksOf(value("filterscript"));
  for (const block of blocks) callForEach(block, input, call.span, call.interpreter);
  return anyOf(input, (item) =>
    blocks.reduce((left, block) => acceptedItem(exactValue(block), left, call.interpreter, "_"), item),
  );
}

/** Returns some of the items of a value. */
function anyOf(input: Value, narrow: (item: Value) => Value = (item) => item): Value {
  const item = anyOutputItem(input);
  return item === null ? noneValue : listValue([], someOf(narrow(item)), input.from);
}

/** Computes `ForEach-Object`: runs blocks, or gets a member of each item. */
export function each({ value, call }: Bound): Value {
  const { span, interpreter } = call;
  const input = value("inputobject") ?? call.input ?? noneValue;
  const process = value("process");
  const member = textOf(value("membername") ?? (blocksOf(process).length === 0 ? process : undefined));
  if (member !== undefined) {
    const found = attributeValue(input, member.toLowerCase(), interpreter);
    const isMethod = found.alternatives.some(({ kind }) => kind === "method");
    const passed = value("argumentlist");
    return isMethod ? interpreter.call(found, passed === undefined ? [] : [{ name: "*", value: passed }], span) : found;
  }
  const run = (name: string): void => {
    for (const block of blocksOf(value(name)))
      addOutput(callBlock(block, { inCaller: true }, interpreter), interpreter);
  };
  return collectOutput(true, interpreter, () => {
    run("begin");
    for (const block of [...blocksOf(process), ...blocksOf(value("parallel"))])
      addOutput(callForEach(block, input, span, interpreter), interpreter);
    run("end");
  });
}

/** Evaluates cmdlets that pass their input on. */
export function output({ value, call }: Bound): Value {
  if (/^(?:out-null|write-(?:host|verbose|debug|warning|error|information))$/i.test(call.by)) return noneValue;
  const passed = value("inputobject") ?? call.input ?? noneValue;
  if (!/^out-string$/i.test(call.by)) return passed;
  const { items, more } = outputItems(passed);
  return more === null
    ? concatenateTexts(items.flatMap((item) => [asText(item), textValue("\n")]))
    : unknownValueFrom(nonLiteralOrigins(passed));
}

/** Returns an unknown result that comes from the input, after running the script blocks that the cmdlet was given. */
export function pass({ value, call, named }: Bound): Value {
  const input = value("inputobject") ?? call.input ?? noneValue;
  for (const each of named.values())
    for (const block of blocksOf(each)) callForEach(block, input, call.span, call.interpreter);
  return unknownValueFrom([...nonLiteralOrigins(input), ...[...named.values()].flatMap(nonLiteralOrigins)]);
}

/** Computes `Select-Object`. */
export function select({ value, call, named, has }: Bound): Value {
  const { span, interpreter } = call;
  const input = value("inputobject") ?? call.input ?? noneValue;
  for (const block of blocksOf(value("property"))) callForEach(block, input, span, interpreter);
  const member = textOf(value("expandproperty"));
  const { items, more } = outputItems(input);
  const [first, last, skip] = ["first", "last", "skip"].map((name) => {
    const given = value(name);
    return given === undefined ? undefined : (exactNumber(given) ?? Number(textOf(given)));
  });
  const isCut = first !== undefined || last !== undefined || skip !== undefined || named.has("index") || has("unique");
  const isKnown =
    more === null && !named.has("index") && !has("unique") && ![first, last, skip].some((each) => Number.isNaN(each));
  const from = skip === undefined ? 0 : skip;
  const rest = items.slice(from);
  const kept = last === undefined ? rest.slice(0, first) : rest.slice(Math.max(0, rest.length - last));
  const chosen = isKnown && isCut ? one(kept) : isCut ? anyOf(input) : input;
  return member === undefined ? chosen : attributeValue(chosen, member.toLowerCase(), interpreter);
}

/** Unwraps a single piped item. */
function one(items: readonly Value[]): Value {
  const [only, other] = items;
  return only !== undefined && other === undefined ? only : listValue(items);
}

/** Computes `Sort-Object`: the items in any order. */
export function sort({ value, call }: Bound): Value {
  const input = value("inputobject") ?? call.input ?? noneValue;
  for (const block of blocksOf(value("property"))) callForEach(block, input, call.span, call.interpreter);
  const { items, more } = outputItems(input);
  if (more === null && items.length < 2) return input;
  return listValue([], anyOutputItem(input) ?? unknownValue, input.from);
}

/** Computes cmdlets that report on the system. */
export function compute({ value, call }: Bound): Value {
  for (const block of blocksOf(value("value"))) callBlock(block, { input: call.input }, call.interpreter);
  return unknownValueFrom([/^read-host$/i.test(call.by) ? { kind: "input" } : { kind: "output", by: call.by }]);
}

/** Computes `Split-Path`. */
export function splitPath({ value, has }: Bound): Value {
  return mapAlternatives(value("where") ?? unknownValue, (each, single) => {
    if (each.kind !== "path" && each.kind !== "text") return unknownValueFrom(nonLiteralOrigins(single));
    const text = normalizeWindowsPath(each.text);
    const member = has("leaf") ? "name" : has("leafbase") ? "stem" : has("extension") ? "suffix" : "parent";
    return asText(pathProperty(text, member, single.from) ?? single);
  });
}

/** Computes `ConvertFrom-Json`. */
export function fromJson({ value, call }: Bound): Value {
  const input = value("inputobject") ?? call.input ?? noneValue;
  return valueOfJson(exactText(asText(input, "\n")), input.from, (name) => name.toLowerCase());
}

/** The output of a job. The job has run when it was started. */
export function received({ value, call }: Bound): Value {
  return value("job") ?? call.input ?? unknownValue;
}

/** Evaluates `Set-Variable`: in the scope around the current one if a scope is named. */
export function setVariableByName({ value, call }: Bound): Value {
  const { interpreter } = call;
  const scope = textOf(value("scope")) ?? "local";
  const data = value("value") ?? call.input ?? noneValue;
  for (const name of knownTexts(asText(value("name") ?? unknownValue))) {
    const key = name.toLowerCase();
    setVariable(interpreter.scope, key, data, interpreter);
    if (/^(?:script|global)$/i.test(scope)) setVariable(interpreter.moduleScope, key, data, interpreter);
    if (!/^\d+$/.test(scope) || scope === "0") continue;
    for (let at = interpreter.scope.parent; at !== null; at = at.parent)
      if (at.names.has(key) || at.parent === null) {
        const before = at.names.get(key);
        setVariable(at, key, before === undefined ? data : joinAllValues([before, data]), interpreter);
      }
  }
  return noneValue;
}

/** Computes `Get-Variable`. */
export function getVariable({ value, call }: Bound): Value {
  const name = textOf(value("name"))?.toLowerCase();
  return (name === undefined ? undefined : lookUp(call.interpreter.scope, name)) ?? unknownValue;
}

/** Evaluates `Set-Alias`. */
export function setAlias({ value, call }: Bound): Value {
  const name = textOf(value("name"));
  if (name !== undefined)
    setVariable(
      call.interpreter.moduleScope,
      `alias:${name.toLowerCase()}`,
      value("value") ?? unknownValue,
      call.interpreter,
    );
  return noneValue;
}

/** Evaluates cmdlets that return secrets. */
export function secret({ call }: Bound): Value {
  if (!/^get-credential$/i.test(call.by)) emitEffect(call, { kind: "reveal", what: "a stored credential" });
  return unknownValueFrom([{ kind: "secret", what: "a credential" }]);
}
