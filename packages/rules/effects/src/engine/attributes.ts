import { bindSelf, isDecoratedBy, libraryPart, lookUpMember } from "./class-members.ts";
import type { Interpreter } from "./interpreter.ts";
import { lookUpName } from "./name-lookup.ts";
import { pathProperty } from "./path-methods.ts";
import { behindReferences } from "./references.ts";
import { createScope } from "./scope.ts";
import {
  type Alternative,
  type ClassValue,
  exactValue,
  type FunctionValue,
  type InstanceValue,
  joinAllValues,
  newCell,
  objectValue,
  textValue,
  unknownValue,
  unknownValueFrom,
  type Value,
  withAddedOrigins,
} from "./value.ts";

/**
 * Computes `object.name` for every value that the object may have: fields, methods, class members, attributes of
 * modules.
 */
export function attributeValue(reached: Value, name: string, interpreter: Interpreter): Value {
  const object = behindReferences(reached);
  const some =
    object.alternatives.length > 1
      ? object.alternatives.filter(({ kind }) => kind !== "constant")
      : object.alternatives;
  if (reachesEverything.test(name)) return unresolvedValue(`what ${name} leads to`);
  const results = some.map((alternative) => attributeOfAlternative(alternative, object, name, interpreter));
  if (object.mayBeUnknown || results.length === 0)
    results.push(methodValue(unknownValueFrom(object.from, object.repetitions), name));
  const [only] = results;
  return results.length === 1 && only !== undefined ? only : joinAllValues(results);
}

/** Attributes that lead to every object of the Python process, so the result is unresolved. */
export const reachesEverything: RegExp = /^(?:__(?:subclasses|globals|builtins)__|f_builtins|load_module)$/;

/** Creates the value of a method that is read but not called. */
function methodValue(object: Value, name: string): Value {
  return {
    alternatives: [{ kind: "method", object, name }],
    mayBeUnknown: false,
    from: object.from,
    repetitions: object.repetitions,
  };
}

/** A value reached by an unknown name: calling it may do anything. `reason` follows "it is not known" in the effect. */
export function unresolvedValue(reason: string): Value {
  return exactValue({ kind: "unresolved", reason });
}

/**
 * The possible content of a container that gets all members of a value: `dict(x)`, `{...x}`, `new Map(x)`. The members of a module are
 * functions, and it is unknown which of them are used.
 *
 * @returns `undefined` if the value holds no functions of modules
 */
export function functionsOf(value: Value, { dialect }: Interpreter): Value | undefined {
  const members = value.alternatives.flatMap((alternative) => {
    if (alternative.kind === "unresolved") return [exactValue(alternative)];
    if (alternative.kind !== "library" || dialect.environments.has(alternative.name)) return [];
    const module = alternative.name.replace(/\.?__dict__$/, "");
    return dialect.catalogue.hasModule(module) ? [unresolvedValue(`which member of ${module} is used`)] : [];
  });
  return members.length === 0 ? undefined : joinAllValues(members);
}

/** Reads an attribute of one of the values that an object may be. */
function attributeOfAlternative(
  alternative: Alternative,
  object: Value,
  name: string,
  interpreter: Interpreter,
): Value {
  const single: Value =
    object.alternatives.length === 1 ? object : { ...object, alternatives: [alternative], mayBeUnknown: false };
  const own = interpreter.dialect.member?.(alternative, name, single, interpreter);
  if (own !== undefined) return own;
  switch (alternative.kind) {
    case "library": {
      // One variable is not the whole environment.
      const from = interpreter.dialect.environments.has(alternative.name) ? [] : object.from;
      return withAddedOrigins(libraryAttribute(alternative.name, name, interpreter), from);
    }
    case "unresolved":
      return exactValue(alternative);
    case "class":
      return (
        boundClassMember(alternative, name) ??
        (name === "__name__" ? textValue(alternative.node.name) : methodValue(single, name))
      );
    case "instance":
      return attributeOfInstance(alternative, name, interpreter) ?? methodValue(single, name);
    case "object": {
      if (alternative.type === "argparse.Namespace")
        return alternative.fields.get(name) ?? alternative.fields.get("any") ?? unknownValue;
      const field =
        interpreter.dialect.seesFields || visibleFields.has(`${alternative.type}.${name}`)
          ? alternative.fields.get(name === "name" && alternative.type === "file" ? "path" : name)
          : undefined;
      return field === undefined ? methodValue(single, name) : withAddedOrigins(field, []);
    }
    case "dict": {
      if (!interpreter.dialect.hasRecords) return methodValue(single, name);
      const entry = alternative.entries.get(name);
      const own = entry === undefined ? [] : [bindSelf(entry, single)];
      if (alternative.more !== null) own.push(alternative.more);
      return own.length === 0 ? methodValue(single, name) : joinAllValues(own);
    }
    case "method":
      return {
        ...single,
        alternatives: [{ kind: "method", object: alternative.object, name: innerName(alternative, name) }],
      };
    case "function":
    case "partial":
      return name === "__call__" ? single : methodValue(single, name);
    case "path":
      return pathProperty(alternative.text, name, object.from) ?? methodValue(single, name);
    case "text":
    case "number":
      // `Color.RED.value` of an enumeration is the value itself.
      return name === "value" ? single : methodValue(single, name);
    default:
      return methodValue(single, name);
  }
}

/** The dotted name of a member of a member. Of an unknown object, the last three parts are enough: `node.parent.parent` has an end. */
function innerName({ object, name }: Alternative & { kind: "method" }, inner: string): string {
  const parts = `${name}.${inner}`.split(".");
  return (object.alternatives.length === 0 ? parts.slice(-3) : parts).join(".");
}

/** Fields of library objects that a program can read as attributes. */
const visibleFields = new Set(
  "os.DirEntry.path os.DirEntry.name tempfile.name tempfile.TemporaryDirectory.name file.name socketserver.BaseServer.server_address urllib.request.Request.data urllib.parse.SplitResult.scheme urllib.parse.SplitResult.hostname urllib.parse.SplitResult.port urllib.parse.SplitResult.netloc urllib.parse.SplitResult.path".split(
    " ",
  ),
);

/** An attribute of an instance: a field, or a member of its class. `start()` of a thread subclass is its `run()`. */
function attributeOfInstance(instance: InstanceValue, name: string, interpreter: Interpreter): Value | undefined {
  const field = instance.fields.get(name);
  if (field !== undefined) return interpreter.dialect.self === null ? field : bindSelf(field, exactValue(instance));
  const embedded = embeddedObject(instance, name);
  if (embedded !== undefined) return attributeValue(embedded, name, interpreter);
  if (isRequestHandler(instance.of) && lookUpMember(instance.of, name) === undefined)
    return handlerAttribute(name, interpreter);
  const member = lookUpMember(instance.of, name) ?? (name === "start" ? lookUpMember(instance.of, "run") : undefined);
  if (member === undefined) return inheritedAttribute(instance, name, interpreter);
  const bound = bindSelf(bindClass(member, instance.of), exactValue(instance));
  const getter = bound.alternatives.find((each) => each.kind === "function" && isGetter(each));
  return getter?.kind === "function" ? interpreter.call(bound, [], getter.node) : bound;
}

/** An attribute of the object of a library that an instance extends. */
function inheritedAttribute({ fields }: InstanceValue, name: string, interpreter: Interpreter): Value | undefined {
  const object = fields.get(libraryPart);
  return object && attributeValue(object, name, interpreter);
}

/** Returns the embedded struct that has an attribute which the outer object lacks. */
export function embeddedObject({ of, fields }: InstanceValue, name: string): Value | undefined {
  if (fields.has(name) || of.members.names.has(name)) return;
  for (const base of of.bases.flatMap(({ alternatives }) => alternatives)) {
    const inner = base.kind === "class" ? fields.get(base.node.name) : undefined;
    const [object] = inner === undefined ? [] : behindReferences(inner).alternatives;
    if (object?.kind !== "instance") continue;
    const isMember = object.fields.has(name) || lookUpMember(object.of, name) !== undefined;
    if (isMember || embeddedObject(object, name) !== undefined) return inner;
  }
  return;
}

/** Reads a member of a class on the class itself. */
function boundClassMember(value: ClassValue, name: string): Value | undefined {
  const member = lookUpMember(value, name);
  return member === undefined ? undefined : bindClass(member, value);
}

/** Binds class methods to the class on which they are accessed. */
function bindClass(member: Value, owner: ClassValue): Value {
  if (!member.alternatives.some((each) => each.kind === "function" && isClassMethod(each))) return member;
  const alternatives = member.alternatives.map((each) =>
    each.kind === "function" && isClassMethod(each) ? { ...each, self: exactValue(owner) } : each,
  );
  return { ...member, alternatives };
}

/** Whether a function is decorated with `@classmethod`. */
export function isClassMethod({ node }: FunctionValue): boolean {
  return isDecoratedBy(node, "classmethod");
}

/**
 * An attribute that a server sets on its request handler. `request` is a connection to a client: data sent over it goes to the host on which
 * the server listens.
 */
function handlerAttribute(name: string, interpreter: Interpreter): Value {
  const from = [{ kind: "network", host: null }] as const;
  if (name !== "request" && name !== "connection") return unknownValueFrom(from);
  const hosts = [...interpreter.effects.values()].flatMap((effect) =>
    effect.kind === "network" && effect.direction === "listen" ? [effect.host] : [],
  );
  const [host = null, ...others] = new Set(hosts);
  const fields = host === null || others.length > 0 ? [] : [["address", textValue(host)] as const];
  return objectValue("socket.socket", from, new Map(fields));
}

/** Whether a class derives from a library's request handler, whose attributes hold data from the network. */
function isRequestHandler({ bases }: ClassValue): boolean {
  return bases.some(({ alternatives }) =>
    alternatives.some((base) => base.kind === "library" && /(RequestHandler|Protocol)$/.test(base.name)),
  );
}

/** Whether a method is called where its name is used: `@property`. */
function isGetter({ node }: FunctionValue): boolean {
  return isDecoratedBy(node, "property") || isDecoratedBy(node, "cached_property");
}

/** An object as an instance of its base class: `super()`. */
export function asBaseClass(self: Value | undefined): Value {
  const results = (self?.alternatives ?? []).flatMap((alternative) => {
    if (alternative.kind !== "instance") return [];
    return alternative.of.bases
      .flatMap((base) => base.alternatives)
      .flatMap((base) =>
        base.kind === "class"
          ? [exactValue({ kind: "instance", born: newCell(), of: base, fields: alternative.fields })]
          : base.kind === "library"
            ? [asLibraryClass(alternative, exactValue(base))]
            : [],
      );
  });
  return results.length === 0 ? unknownValue : joinAllValues(results);
}

/** An object as what the class of a library makes of it: `super().__init__(…)` calls the constructor of this class. */
function asLibraryClass({ of, fields }: InstanceValue, base: Value): Value {
  const part = fields.get(libraryPart);
  const own = new Map([["__init__", base], ...(part === undefined ? [] : [[libraryPart, part] as const])]);
  return exactValue({
    kind: "instance",
    born: newCell(),
    of: { ...of, members: createScope(null), bases: [] },
    fields: own,
  });
}

/** An attribute of a module or library type; unresolved when the attribute's name is unknown. */
export function libraryAttribute(library: string, name: string | undefined, interpreter: Interpreter): Value {
  if (name === undefined)
    return unresolvedValue(`which member of ${library === "globals" ? "the program" : library} is used`);
  if (library === "globals") return lookUpName(name, interpreter);
  // The module of a function: `print.__self__`.
  if (name === "__self__")
    return exactValue({ kind: "library", name: /^(.+)\.[^.]+$/.exec(library)?.[1] ?? "builtins" });
  const { canonicalName, constant } = interpreter.dialect;
  const dotted = canonicalName(`${library}.${name}`);
  const patched = interpreter.moduleScope.names.get(dotted);
  const value = constant(dotted, interpreter) ?? exactValue({ kind: "library", name: dotted });
  if (patched === undefined) return value;
  // The program replaced `sys.argv`: it no longer holds what the user passed.
  return dotted === "sys.argv" ? patched : joinAllValues([patched, value]);
}
