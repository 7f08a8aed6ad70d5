import { firstArgument } from "../../engine/arguments.ts";
import { setAttribute } from "../../engine/assignment.ts";
import { asBaseClass, attributeValue, functionsOf, unresolvedValue } from "../../engine/attributes.ts";
import type { BuiltinTable, SortedCall } from "../../engine/interpreter.ts";
import { lookUp } from "../../engine/scope.ts";
import {
  type ClassValue,
  exactText,
  exactValue,
  joinAllValues,
  knownTexts,
  noneValue,
  unknownValue,
  unknownValueFrom,
  type Value,
} from "../../engine/value.ts";
import { hasUnknownText, unknownText } from "../../unknown-text.ts";
import { isCatalogueModule } from "../catalogue.ts";

/**
 * Builtins that look up names at run time or wrap functions: `getattr`, `__import__`, `globals`, `functools.partial`.
 */
export const reflectionBuiltins: BuiltinTable = [
  [
    "getattr object.__getattribute__ type.__getattribute__ types.ModuleType.__getattribute__",
    (call) => getAttribute(call),
  ],
  [
    "setattr",
    ({ positional: [object, name, value], interpreter }) => {
      const text = exactText(name);
      if (object !== undefined && text !== undefined && value !== undefined)
        setAttribute(object, text, value, interpreter);
      return noneValue;
    },
  ],
  ["__import__", (call) => importModule(call, true)],
  ["importlib.import_module", (call) => importModule(call, false)],
  ["importlib.reload", firstArgument],
  ["globals locals", () => exactValue({ kind: "library", name: "globals.__dict__" })],
  [
    "vars",
    ({ positional: [object], interpreter }) => {
      const [alternative] = object?.alternatives ?? [];
      return object === undefined
        ? exactValue({ kind: "library", name: "globals.__dict__" })
        : alternative?.kind === "library"
          ? exactValue({ kind: "library", name: `${alternative.name}.__dict__` })
          : (functionsOf(object, interpreter) ?? unknownValueFrom(object.from));
    },
  ],
  [
    "inspect.getmembers inspect.getmembers_static",
    ({ positional: [object = unknownValue], interpreter }) =>
      functionsOf(object, interpreter) ?? unknownValueFrom(object.from),
  ],
  ["gc.get_objects gc.get_referents gc.get_referrers", () => unresolvedValue("which object is used")],
  ["pydoc.locate pkgutil.resolve_name", ({ positional: [name] }) => objectNamed(name)],
  [
    "operator.attrgetter",
    ({ positional }) =>
      exactValue({
        kind: "partial",
        callee: exactValue({ kind: "library", name: "operator.attrgetter.of" }),
        arguments: positional.map((value) => ({ name: null, value })),
      }),
  ],
  [
    "operator.attrgetter.of",
    ({ positional, interpreter }) =>
      getAttribute({ positional: [positional.at(-1) ?? unknownValue, positional[0] ?? unknownValue], interpreter }),
  ],
  [
    "operator.methodcaller",
    ({ passed }) =>
      exactValue({
        kind: "partial",
        callee: exactValue({ kind: "library", name: "operator.methodcaller.of" }),
        arguments: passed,
      }),
  ],
  [
    "operator.methodcaller.of",
    ({ passed, span, interpreter }) => {
      const object = passed.at(-1)?.value ?? unknownValue;
      const method = getAttribute({ positional: [object, passed[0]?.value ?? unknownValue], interpreter });
      return interpreter.call(method, passed.slice(1, -1), span);
    },
  ],
  [
    "functools.partial",
    ({ passed: [callee, ...others] }) =>
      callee === undefined ? unknownValue : exactValue({ kind: "partial", callee: callee.value, arguments: others }),
  ],
  ["functools.reduce", (call) => reduceItems(call)],
  ["super", ({ interpreter }) => asBaseClass(lookUp(interpreter.scope, "self"))],
  ["type", ({ positional: [value] }) => typeValue(value)],
];

/** The longest list that `functools.reduce` is computed for. */
const maxReduced = 16;

/** Computes `functools.reduce(getattr, ["path", "sep"], os)`: calls the function with each item of a known list. */
function reduceItems({ positional: [callee, list, start], span, interpreter }: SortedCall): Value | undefined {
  const items = list === undefined ? undefined : knownItems(list);
  if (callee === undefined || items === undefined || items.length > maxReduced) return undefined;
  const [first, ...rest] = start === undefined ? items : [start, ...items];
  const call = (so: Value, item: Value): Value =>
    interpreter.call(
      callee,
      [so, item].map((value) => ({ name: null, value })),
      span,
    );
  return first === undefined ? undefined : rest.reduce(call, first);
}

/** The items of a list that is known as a whole. */
function knownItems({ alternatives: [list, other], mayBeUnknown }: Value): readonly Value[] | undefined {
  const isKnown = list?.kind === "list" && other === undefined && !mayBeUnknown && list.more === null;
  return isKnown ? list.items : undefined;
}

/** Computes `pydoc.locate("os.remove")`, `pkgutil.resolve_name("os:remove")`. */
function objectNamed(name: Value | undefined): Value {
  const text = exactText(name)?.replace(":", ".");
  return text === undefined ? unresolvedValue("which object is used") : exactValue({ kind: "library", name: text });
}

/** Computes `getattr(object, name, default)`: with an unknown name, any member that the name may match. */
function getAttribute({ positional, interpreter }: Pick<SortedCall, "positional" | "interpreter">): Value {
  const [object = unknownValue, name = unknownValue, defaultValue] = positional;
  const names = name.mayBeUnknown ? [] : knownTexts(name).filter((text) => !hasUnknownText(text));
  const results = names.map((text) => attributeValue(object, text, interpreter));
  if (names.length === 0 || names.length < name.alternatives.length) {
    for (const alternative of object.alternatives) {
      if (
        alternative.kind === "library" &&
        (isCatalogueModule(alternative.name) ||
          alternative.name === "builtins" ||
          alternative.name.includes(unknownText))
      )
        results.push(
          unresolvedValue(
            `which member of ${alternative.name.includes(unknownText) ? "a module" : alternative.name} is used`,
          ),
        );
      else if (alternative.kind === "object" && alternative.type === "ctypes.CDLL")
        results.push(unresolvedValue("which function of a library is used"));
      else if (alternative.kind === "instance")
        results.push(
          ...membersLike(alternative.of, name).map((member) => ({
            ...member,
            alternatives: member.alternatives.map((each) =>
              each.kind === "function" ? { ...each, self: exactValue(alternative) } : each,
            ),
          })),
        );
      else if (alternative.kind === "unresolved") results.push(exactValue(alternative));
    }
  }
  if (defaultValue !== undefined) results.push(defaultValue);
  return results.length === 0 ? unknownValueFrom(object.from) : joinAllValues(results);
}

/** Returns the class members whose names match a partly unknown text. */
function membersLike(value: ClassValue, name: Value): readonly Value[] {
  const texts = knownTexts(name);
  return [...value.members.names]
    .filter(([member]) => texts.length === 0 || texts.some((text) => matchesPlaceholder(member, text)))
    .map(([, each]) => each);
}

/** Whether a name may be a text that is known up to its first unknown part. */
function matchesPlaceholder(name: string, text: string): boolean {
  const at = text.search(/[\uFFFE\uFFFF]/);
  return at === -1 ? name === text : name.startsWith(text.slice(0, at));
}

/** Evaluates `__import__(name)`, `importlib.import_module(name)`: with an unknown name, any module. */
function importModule({ positional: [moduleName], named }: SortedCall, top: boolean): Value {
  const name = moduleName ?? named.get("name") ?? unknownValue;
  const results = knownTexts(name).map((text) => {
    if (text.startsWith(unknownText)) return exactValue({ kind: "library", name: unknownText });
    if (hasUnknownText(text)) return unknownValue;
    const whole = !top || named.has("fromlist") ? text : (text.split(".")[0] ?? text);
    return exactValue({ kind: "library", name: whole });
  });
  const risky = name.from.some(({ kind }) => kind !== "literal" && kind !== "file");
  if (name.mayBeUnknown || results.length === 0)
    results.push(risky ? unresolvedValue("which module is used") : exactValue({ kind: "library", name: unknownText }));
  return joinAllValues(results);
}

/** Computes `type(value)`. */
function typeValue(value: Value | undefined): Value {
  const results = (value?.alternatives ?? []).flatMap((alternative) =>
    alternative.kind === "instance"
      ? [exactValue(alternative.of)]
      : alternative.kind === "path"
        ? [exactValue({ kind: "library", name: "pathlib.Path" })]
        : alternative.kind === "library" && isCatalogueModule(alternative.name)
          ? [exactValue({ kind: "library", name: "types.ModuleType" })]
          : [],
  );
  return results.length === 0 ? unknownValue : joinAllValues(results);
}
