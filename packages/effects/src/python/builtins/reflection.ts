import { first } from "../arguments.ts";
import { setAttribute } from "../assignment.ts";
import { attributeOf, hiddenValue } from "../attributes.ts";
import { isModule } from "../catalogue.ts";
import type { BuiltinCall, BuiltinTable, Run } from "../interpreter.ts";
import { lookUp } from "../scope.ts";
import {
  type ClassValue,
  exactly,
  hasHole,
  hole,
  joinAll,
  literalOf,
  none,
  textsOf,
  unknownFrom,
  unknownValue,
  type Value,
} from "../value.ts";

/** Names that are computed: `getattr`, `__import__`, `globals`, `functools.partial`. */
export const nameBuiltins: BuiltinTable = [
  ["getattr", (call) => getAttribute(call)],
  [
    "setattr",
    ({ positional: [object, name, value], run }) => {
      const text = literalOf(name);
      if (object !== undefined && text !== undefined && value !== undefined) setAttribute(object, text, value, run);
      return none;
    },
  ],
  ["__import__", (call) => importModule(call, true)],
  ["importlib.import_module", (call) => importModule(call, false)],
  ["importlib.reload", first],
  ["globals", () => exactly({ kind: "library", name: "globals.__dict__" })],
  ["locals", () => exactly({ kind: "library", name: "globals.__dict__" })],
  [
    "vars",
    ({ positional: [object] }) => {
      const [known] = object?.known ?? [];
      return object === undefined
        ? exactly({ kind: "library", name: "globals.__dict__" })
        : known?.kind === "library"
          ? exactly({ kind: "library", name: `${known.name}.__dict__` })
          : unknownFrom(object.from);
    },
  ],
  [
    "operator.attrgetter",
    ({ positional }) =>
      exactly({
        kind: "partial",
        callee: exactly({ kind: "library", name: "operator.attrgetter of" }),
        arguments: positional.map((value) => ({ name: null, value })),
      }),
  ],
  [
    "operator.attrgetter of",
    ({ positional, run }) =>
      getAttribute({ positional: [positional.at(-1) ?? unknownValue, positional[0] ?? unknownValue], run }),
  ],
  [
    "operator.methodcaller",
    ({ passed }) =>
      exactly({
        kind: "partial",
        callee: exactly({ kind: "library", name: "operator.methodcaller of" }),
        arguments: passed,
      }),
  ],
  [
    "operator.methodcaller of",
    ({ passed, span, run }) => {
      const object = passed.at(-1)?.value ?? unknownValue;
      const method = getAttribute({ positional: [object, passed[0]?.value ?? unknownValue], run });
      return run.call(method, passed.slice(1, -1), span);
    },
  ],
  [
    "functools.partial",
    ({ passed: [callee, ...others] }) =>
      callee === undefined ? unknownValue : exactly({ kind: "partial", callee: callee.value, arguments: others }),
  ],
  ["super", ({ run }) => superOf(run)],
  ["type", ({ positional: [value] }) => typeOf(value)],
];

/** `getattr(object, name, fallback)`. */
function getAttribute({ positional, run }: Pick<BuiltinCall, "positional" | "run">): Value {
  const [object = unknownValue, name = unknownValue, fallback] = positional;
  const names = name.open ? [] : textsOf(name).filter((text) => !hasHole(text));
  const found = names.map((text) => attributeOf(object, text, run));
  if (names.length === 0 || names.length < name.known.length) {
    for (const known of object.known) {
      if (known.kind === "library" && (isModule(known.name) || known.name === "builtins" || known.name.includes(hole)))
        found.push(hiddenValue(`what of ${known.name.includes(hole) ? "a module" : known.name} is meant`));
      else if (known.kind === "instance")
        found.push(
          ...membersLike(known.of, name).map((member) => ({
            ...member,
            known: member.known.map((each) => (each.kind === "function" ? { ...each, self: exactly(known) } : each)),
          })),
        );
      else if (known.kind === "hidden") found.push(exactly(known));
    }
  }
  if (fallback !== undefined) found.push(fallback);
  return found.length === 0 ? unknownFrom(object.from) : joinAll(found);
}

/** The members of a class whose names a text with holes may be. */
function membersLike(value: ClassValue, name: Value): readonly Value[] {
  const texts = textsOf(name);
  return [...value.members.names]
    .filter(([member]) => texts.length === 0 || texts.some((text) => fits(member, text)))
    .map(([, each]) => each);
}

function fits(name: string, text: string): boolean {
  const at = text.search(/[\uFFFE\uFFFF]/);
  return at === -1 ? name === text : name.startsWith(text.slice(0, at));
}

/** A module by a name that is a value; one of a name that is not known may be any. */
function importModule({ positional: [given], named }: BuiltinCall, top: boolean): Value {
  const name = given ?? named.get("name") ?? unknownValue;
  const found = textsOf(name).map((text) => {
    if (text.startsWith(hole)) return exactly({ kind: "library", name: hole });
    if (hasHole(text)) return unknownValue;
    const whole = !top || named.has("fromlist") ? text : (text.split(".")[0] ?? text);
    return exactly({ kind: "library", name: whole });
  });
  const risky = name.from.some(({ kind }) => kind !== "literal" && kind !== "file");
  if (name.open || found.length === 0)
    found.push(risky ? hiddenValue("which module is meant") : exactly({ kind: "library", name: hole }));
  return joinAll(found);
}

/** `super()` is the object itself, as one of the class that its own is made from. */
function superOf(run: Run): Value {
  const self = lookUp(run.scope, "self");
  const found = (self?.known ?? []).flatMap((known) => {
    if (known.kind !== "instance") return [];
    return known.of.bases
      .flatMap((base) => base.known)
      .flatMap((base) =>
        base.kind === "class" ? [exactly({ kind: "instance", of: base, fields: known.fields })] : [],
      );
  });
  return found.length === 0 ? unknownValue : joinAll(found);
}

function typeOf(value: Value | undefined): Value {
  const found = (value?.known ?? []).flatMap((known) =>
    known.kind === "instance"
      ? [exactly(known.of)]
      : known.kind === "path"
        ? [exactly({ kind: "library", name: "pathlib.Path" })]
        : [],
  );
  return found.length === 0 ? unknownValue : joinAll(found);
}
