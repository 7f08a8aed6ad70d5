import { isModule } from "./catalogue.ts";
import { homeText } from "./environment.ts";
import type { Run } from "./interpreter.ts";
import { canonicalName } from "./library-names.ts";
import { nameValue } from "./name-lookup.ts";
import { pathProperty } from "./path-methods.ts";
import {
  type ClassValue,
  exactly,
  type FunctionValue,
  type Instance,
  joinAll,
  type Known,
  objectValue,
  textValue,
  unknownFrom,
  unknownValue,
  type Value,
  withOrigins,
} from "./value.ts";

/** What `object.name` gives. */
export function attributeOf(object: Value, name: string, run: Run): Value {
  const some = object.known.length > 1 ? object.known.filter(({ kind }) => kind !== "constant") : object.known;
  if (leadsAnywhere.test(name)) return hiddenValue(`what ${name} leads to`);
  const found = some.map((known) => attributeOfKnown(known, object, name, run));
  if (object.open || found.length === 0) found.push(methodOf(unknownFrom(object.from, object.times), name));
  const [only] = found;
  return found.length === 1 && only !== undefined ? only : joinAll(found);
}

/** Attributes through which all that Python has can be reached. */
const leadsAnywhere = /^__(subclasses|globals|builtins)__$/;

function methodOf(object: Value, name: string): Value {
  return { known: [{ kind: "method", object, name }], open: false, from: object.from, times: object.times };
}

/** Something of which it can't be told what it is, as it was reached by a name that is not known. */
export function hiddenValue(reason: string): Value {
  return exactly({ kind: "hidden", reason });
}

function attributeOfKnown(known: Known, object: Value, name: string, run: Run): Value {
  const single: Value = object.known.length === 1 ? object : { ...object, known: [known], open: false };
  switch (known.kind) {
    case "library":
      return withOrigins(libraryAttribute(known.name, name, run), object.from);
    case "hidden":
      return exactly(known);
    case "class":
      return classMember(known, name) ?? (name === "__name__" ? textValue(known.node.name) : methodOf(single, name));
    case "instance":
      return attributeOfInstance(known, name, run) ?? methodOf(single, name);
    case "object": {
      if (known.type === "argparse.Namespace") return known.fields.get(name) ?? known.fields.get("any") ?? unknownValue;
      const field = shownFields.has(`${known.type}.${name}`)
        ? known.fields.get(name === "name" && known.type === "file" ? "path" : name)
        : undefined;
      return field === undefined ? methodOf(single, name) : withOrigins(field, []);
    }
    case "method":
      return { ...single, known: [{ kind: "method", object: known.object, name: `${known.name}.${name}` }] };
    case "function":
    case "partial":
      return name === "__call__" ? single : methodOf(single, name);
    case "path":
      return pathProperty(known.text, name, object.from) ?? methodOf(single, name);
    case "text":
    case "number":
      // Of a member of an enumeration.
      return name === "value" ? single : methodOf(single, name);
    default:
      return methodOf(single, name);
  }
}

/** Fields of a library's objects that a program can see. */
const shownFields = new Set(
  "os.DirEntry.path os.DirEntry.name tempfile.name tempfile.TemporaryDirectory.name file.name socketserver.BaseServer.server_address urllib.request.Request.data urllib.parse.SplitResult.scheme urllib.parse.SplitResult.hostname urllib.parse.SplitResult.port urllib.parse.SplitResult.netloc urllib.parse.SplitResult.path".split(
    " ",
  ),
);

function attributeOfInstance(instance: Instance, name: string, run: Run): Value | undefined {
  const field = instance.fields.get(name);
  if (field !== undefined) return field;
  // A thread or a process of the program's own runs its `run`.
  if (isRequestHandler(instance.of) && memberOf(instance.of, name) === undefined) return givenToHandler(name, run);
  const member = memberOf(instance.of, name) ?? (name === "start" ? memberOf(instance.of, "run") : undefined);
  return member === undefined ? undefined : bindSelf(bindClass(member, instance.of), exactly(instance));
}

/** What a class has under a name, seen from the class itself. */
function classMember(value: ClassValue, name: string): Value | undefined {
  const member = memberOf(value, name);
  return member === undefined ? undefined : bindClass(member, value);
}

/** The class methods of a value with the class that they are called on. */
function bindClass(member: Value, owner: ClassValue): Value {
  if (!member.known.some((each) => each.kind === "function" && isClassMethod(each))) return member;
  const known = member.known.map((each) =>
    each.kind === "function" && isClassMethod(each) ? { ...each, self: exactly(owner) } : each,
  );
  return { ...member, known };
}

export function isClassMethod({ node }: FunctionValue): boolean {
  return isDecoratedBy(node, "classmethod");
}

/** What a server gives to the object that answers a request: the connection, as an answer goes where the server is. */
function givenToHandler(name: string, run: Run): Value {
  const from = [{ kind: "network", host: null }] as const;
  if (name !== "request" && name !== "connection") return unknownFrom(from);
  const hosts = run.effects.flatMap((effect) =>
    effect.kind === "network" && effect.direction === "listen" ? [effect.host] : [],
  );
  const [host = null, ...others] = new Set(hosts);
  const fields = host === null || others.length > 0 ? [] : [["address", textValue(host)] as const];
  return objectValue("socket.socket", from, new Map(fields));
}

/** Whether what its objects have was sent by somebody else. */
function isRequestHandler({ bases }: ClassValue): boolean {
  return bases.some(({ known }) =>
    known.some((base) => base.kind === "library" && /(RequestHandler|Protocol)$/.test(base.name)),
  );
}

/** The methods of a value with the object that they are called on. */
export function bindSelf(member: Value, self: Value): Value {
  const known = member.known.map((each) =>
    each.kind === "function" && each.self === null && !isStatic(each) ? { ...each, self } : each,
  );
  return { ...member, known };
}

function isStatic(value: Known & { kind: "function" }): boolean {
  return isDecoratedBy(value.node, "staticmethod");
}

function isDecoratedBy(node: FunctionValue["node"], name: string): boolean {
  return node.kind === "function" && node.decorators.some((each) => each.kind === "name" && each.name === name);
}

/** What a class or one it is made from has under a name. */
export function memberOf(value: ClassValue, name: string, depth: number = 8): Value | undefined {
  const own = value.members.names.get(name);
  if (own !== undefined || depth === 0) return own;
  for (const base of value.bases) {
    for (const known of base.known) {
      const found = known.kind === "class" ? memberOf(known, name, depth - 1) : undefined;
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** What a module or a library has under a name; hidden when the name is not known. */
export function libraryAttribute(library: string, name: string | undefined, run: Run): Value {
  if (name === undefined)
    return hiddenValue(`what of ${library === "globals" ? "the program's names" : library} is meant`);
  if (library === "globals") return nameValue(name, run);
  const dotted = canonicalName(`${library}.${name}`);
  const patched = run.module.names.get(dotted);
  const value = constantOf(dotted, run) ?? exactly({ kind: "library", name: dotted });
  if (patched === undefined) return value;
  // Arguments that the program gives to itself.
  return dotted === "sys.argv" ? patched : joinAll([patched, value]);
}

/** Values of libraries that are known, or of which the origin is known. */
function constantOf(name: string, run: Run): Value | undefined {
  switch (name) {
    case "os.sep":
    case "os.path.sep":
      return textValue("/");
    case "os.linesep":
      return textValue("\n");
    case "os.curdir":
      return textValue(".");
    case "os.pardir":
      return textValue("..");
    case "os.devnull":
      return textValue("/dev/null");
    case "sys.executable":
      return textValue("python3");
    case "sys.argv":
    case "sys.stdin":
    case "sys.stdin.buffer":
      return { known: [{ kind: "library", name }], open: false, from: [{ kind: "input" }], times: 1 };
    case "sys.platform":
      return unknownValue;
    case "flask.request":
    case "bottle.request":
    case "cherrypy.request":
      return { known: [{ kind: "library", name }], open: false, from: [{ kind: "input" }], times: 1 };
    case "os.environ":
    case "os.environb":
      return { known: [{ kind: "library", name }], open: false, from: [{ kind: "environment" }], times: 1 };
    case "tempfile.tempdir":
      return textValue("/tmp");
    case "site.USER_BASE":
      return textValue(`${homeText(run)}/.local`);
    case "string.ascii_lowercase":
      return textValue("abcdefghijklmnopqrstuvwxyz");
    default:
      return name.startsWith("signal.SIG") && !isModule(name) ? exactly({ kind: "library", name }) : undefined;
  }
}
