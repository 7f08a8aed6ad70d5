/** Evaluates methods of PowerShell's texts, lists, hashtables, files and script blocks. */
import { lastName } from "../engine/calls.ts";
import { anyOutputItem } from "../engine/commands.ts";
import { isOnly, setEntry, setField } from "../engine/container-mutations.ts";
import { concatenateTexts } from "../engine/formatting.ts";
import type { MethodCall } from "../engine/interpreter.ts";
import { changes, deletes, destroys, moves, reads, replaces, setsAttributes } from "../engine/rows.ts";
import {
  type Alternative,
  dictValue,
  exactNumber,
  exactText,
  exactValue,
  joinAllValues,
  type LibraryObject,
  listValue,
  noneValue,
  textValue,
  unknownValue,
  unknownValueFrom,
  type Value,
} from "../engine/value.ts";
import { nonLiteralOrigins } from "../engine/value-origins.ts";
import { joinOrigins } from "../origins.ts";
import { hasUnknownText } from "../unknown-text.ts";
import { blocksOf, callBlock, callForEach, closureOf } from "./blocks.ts";
import { type ProgramCall, perform } from "./call.ts";
import { methodEntry } from "./catalogue.ts";
import { callObject } from "./objects.ts";
import { asText, someOf } from "./values.ts";

/** The engine's names for methods of .NET. */
export const methodNames: ReadonlyMap<string, string> = new Map([
  ...pairs("text", {
    trim: "strip",
    trimstart: "lstrip",
    trimend: "rstrip",
    tolower: "lower",
    tolowerinvariant: "lower",
    toupper: "upper",
    toupperinvariant: "upper",
    contains: "find",
    indexof: "find",
    lastindexof: "find",
    equals: "find",
    compareto: "find",
    gettype: "find",
    gethashcode: "find",
  }),
  ...pairs("list", {
    add: "append",
    push: "append",
    enqueue: "append",
    addrange: "extend",
    removeat: "pop",
    dequeue: "popleft",
    peek: "get",
    toarray: "copy",
    tolist: "copy",
    clone: "copy",
    contains: "count",
    indexof: "count",
  }),
  ...pairs("dict", { remove: "pop", containskey: "count", contains: "count", clone: "copy" }),
]);

/** Prefixes the names of members with the kind of object: `["string.ToUpper", "upper"]`. */
function pairs(kind: string, names: Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
  return Object.entries(names).map(([name, own]) => [`${kind}.${name}`, own]);
}

/** Calls a method that the engine does not have; `undefined` leaves the call to it. */
export function callMethod(reached: Alternative | null, called: MethodCall): Value | undefined {
  // The object of `a.b.c()` is a member of unknown type.
  const object = called.name.includes(".") ? null : reached;
  const call: MethodCall = { ...called, name: lastName(called.name) };
  const { name, positional, self, span, interpreter } = call;
  if (methodEntry(`*.${name}`) !== undefined) return undefined;
  const own: ProgramCall = { by: name, input: null, inCaller: false, span, interpreter };
  const [first] = positional;
  if (/^(?:foreach|where)$/.test(name) && blocksOf(first).length > 0) {
    const outputs = blocksOf(first).map((block) => callForEach(block, self, span, interpreter));
    return name === "foreach" ? joinAllValues(outputs) : listValue([], someOf(anyOutputItem(self) ?? unknownValue));
  }
  switch (object?.kind) {
    case "text":
      return textMethod(object.text, call);
    case "list":
      return name === "tostring" ? unknownValueFrom(nonLiteralOrigins(self)) : undefined;
    case "dict":
      if (name === "add" || name === "set_item" || name === "tryadd") {
        const key = exactText(first)?.toLowerCase();
        setEntry(
          object,
          key ?? "(other)",
          positional[1] ?? unknownValue,
          key === undefined ? unknownValue : self,
          interpreter,
        );
        return noneValue;
      }
      if (name !== "getenumerator") return undefined;
      return listValue(
        [...object.entries].map(([key, value]) =>
          dictValue(
            new Map([
              ["key", textValue(key)],
              ["name", textValue(key)],
              ["value", value],
            ]),
          ),
        ),
        object.more &&
          dictValue(
            new Map([
              ["key", unknownValue],
              ["value", object.more],
            ]),
          ),
      );
    case "function": {
      if (name === "getnewclosure") return closureOf(object, interpreter);
      if (!/^invoke/.test(name)) return unknownValueFrom([]);
      const words = positional.map((value) => ({ name: null, value }));
      return callBlock(object, { words }, interpreter);
    }
    case "path":
      return fileMethod(object, call, own);
    case "object":
      if (object.type === "text.stringbuilder") return builderMethod(object, call);
      if (methodEntry(`${object.type}.${name}`) !== undefined) return undefined;
      return callObject(object, self, name, positional, own);
    case "library":
    case "instance":
    case "class":
    case "method":
      return undefined;
    default:
      return callObject({ type: "", fields: new Map() }, self, name, positional, own);
  }
}

/** Evaluates a method of a file. */
function fileMethod(object: Alternative & { kind: "path" }, call: MethodCall, own: ProgramCall): Value | undefined {
  const { name, positional, self } = call;
  const [first] = positional;
  const values = { path: self, dst: first, recursive: first };
  if (name === "delete") return perform(own, [deletes("path", { recursive: "recursive" })], values);
  if (name === "moveto") return perform(own, [moves("path", "dst")], values);
  if (name === "copyto") return perform(own, [reads("path"), replaces("dst", "@fetched")], values);
  if (/^(?:open|read)/.test(name)) return perform(own, [reads("path")], values);
  if (/^(?:create|append)/.test(name)) return perform(own, [changes("path")], values);
  if (name === "encrypt") return perform(own, [destroys("path")], values);
  if (/^set/.test(name)) return perform(own, [setsAttributes("path", "dst")], values);
  const isText =
    object.wildcards === undefined && /^(?:to|trim|split|sub|replace|contains|startswith|endswith|indexof)/.test(name);
  return isText ? callOnText(object.text, call) : name === "tostring" ? self : unknownValueFrom([]);
}

/** Calls a method of a text. */
function callOnText(text: string, call: MethodCall): Value {
  const object = textValue(text, call.self.from);
  return call.interpreter.call(exactValue({ kind: "method", object, name: call.name }), call.passed, call.span);
}

type TextFunction = (text: string, first: number, second: string | number | undefined) => string;

/** Methods of texts with numbers. */
const textFunctions: ReadonlyMap<string, TextFunction> = new Map<string, TextFunction>([
  ["substring", (text, start, length) => text.slice(start, length === undefined ? undefined : start + Number(length))],
  ["insert", (text, at, added = "") => text.slice(0, at) + added + text.slice(at)],
  ["remove", (text, at, length) => text.slice(0, at) + (length === undefined ? "" : text.slice(at + Number(length)))],
  ["padleft", (text, width, fill = " ") => text.padStart(Math.min(width, 1000), String(fill))],
  ["padright", (text, width, fill = " ") => text.padEnd(Math.min(width, 1000), String(fill))],
]);

/** A method of a text; `undefined` leaves it to the engine. */
function textMethod(text: string, { name, positional, self }: MethodCall): Value | undefined {
  if (name === "tostring" || name === "normalize") return self;
  const from = joinOrigins(self.from, ...positional.map(nonLiteralOrigins));
  const given = positional.map((each) => exactNumber(each) ?? exactText(asText(each, "")));
  if (hasUnknownText(text) || given.includes(undefined)) return unknownValueFrom(from);
  if (name === "tochararray" || (name === "split" && given[0] === ""))
    return text.length <= 200
      ? listValue([...text].map((each) => textValue(each, from)))
      : listValue([], unknownValueFrom(from));
  const compute = textFunctions.get(name);
  return compute === undefined ? undefined : textValue(compute(text, Number(given[0] ?? 0), given[1]), from);
}

/** Evaluates a method of a `StringBuilder`. */
function builderMethod(object: LibraryObject, { name, positional, self, interpreter }: MethodCall): Value {
  const before = object.fields.get("text") ?? textValue("");
  if (name === "tostring") return before;
  const added = positional.map((value) => asText(value));
  const isAppended = /^append(?:line)?$/.test(name) && isOnly(object, self);
  const after = isAppended
    ? concatenateTexts([before, ...added, ...(name === "appendline" ? [textValue("\n")] : [])])
    : unknownValueFrom(joinOrigins(before.from, ...added.map(nonLiteralOrigins)));
  if (!/^(?:get_|ensure|equals)/.test(name)) setField(object, "text", after, interpreter);
  return self;
}
