// Functions of libraries that only compute, and whose result matters for what follows.
import { decodeBase64, decodeHex } from "../encodings.ts";
import { hasUnknownText, unknownText } from "../unknown-text.ts";
import type { Interpreter } from "./interpreter.ts";
import { targetsOf } from "./targets.ts";
import {
  exactText,
  joinedOrigins,
  known,
  libraryValue,
  listValue,
  textsOf,
  textValue,
  unknownFrom,
  unknownValue,
  type Value,
} from "./value.ts";

type Compute = (args: readonly Value[], interpreter: Interpreter) => Value | undefined;

/** The first argument, unchanged: conversions, and promises of values. */
const same: Compute = ([first]) => first;

const pureCalls: ReadonlyMap<string, Compute> = new Map(
  (
    [
      [
        "path.join path.posix.join",
        (args) => textValue(pathText(args).join("/").replaceAll(/\/+/g, "/"), joinedOrigins(args)),
      ],
      ["path.resolve path.posix.resolve", (args) => textValue(resolved(pathText(args)), joinedOrigins(args))],
      [
        "path.normalize String url.fileURLToPath url.pathToFileURL util.promisify Promise.resolve Promise.all Promise.allSettled Promise.race Array.from Object.freeze Buffer.concat structuredClone TextEncoder.encode untildify path.toNamespacedPath",
        same,
      ],
      ["URL", ([path, base]) => address(path, base)],
      [
        "path.dirname path.posix.dirname",
        ([path]) => mapped(path, (text) => text.replace(/\/?[^/]*$/, "") || (text.startsWith("/") ? "/" : ".")),
      ],
      [
        "path.basename path.posix.basename",
        ([path]) => mapped(path, (text) => text.replace(/\/+$/, "").replace(/^.*\//, "")),
      ],
      ["os.homedir", (_, { context }) => textValue(context.home ?? "~")],
      ["os.tmpdir", () => textValue("/tmp")],
      ["process.cwd Deno.cwd", (_, { directory }) => textValue(directory === null ? unknownText : directory || ".")],
      ["process.chdir Deno.chdir shelljs.cd zx.cd", changeDirectory],
      ["module.createRequire", () => libraryValue("require")],
      ["Buffer.from", ([data, encoding]) => (encoding === undefined ? data : decoded(data, exactText(encoding) ?? ""))],
      ["atob Bun.atob", ([data]) => decoded(data, "base64")],
      ["decodeURIComponent decodeURI unescape", ([data]) => mapped(data, decodedAddress)],
      ["String.fromCharCode String.fromCodePoint", characters],
      ["String.raw", same],
      ["Object.values", ([object]) => listOfFields(object, (_, value) => value)],
      ["Object.keys", ([object]) => listOfFields(object, (name) => textValue(name))],
      ["Object.entries", ([object]) => listOfFields(object, (name, value) => listValue([textValue(name), value]))],
    ] satisfies readonly (readonly [string, Compute])[]
  ).flatMap(([names, compute]) => names.split(" ").map((name): [string, Compute] => [name, compute])),
);

/** The result of a call that only computes; `undefined` for all other calls. */
export function pureCall(name: string, args: readonly Value[], interpreter: Interpreter): Value | undefined {
  return pureCalls.get(name)?.(args, interpreter);
}

/** The parts of a path; an unknown part is one name of a file. */
function pathText(args: readonly Value[]): readonly string[] {
  return args.map((each) => textsOf(each)[0] ?? unknownText);
}

function resolved(parts: readonly string[]): string {
  return parts.reduce((whole, part) => (/^[/~]/.test(part) ? part : `${whole}/${part}`), ".").replace(/^\.\/(?=.)/, "");
}

function address(path: Value | undefined, base: Value | undefined): Value | undefined {
  if (base === undefined) return path;
  const directory = exactText(base);
  const [text = unknownText] = textsOf(path);
  if (directory === undefined || /^[a-z][a-z\d+.-]*:/i.test(text)) return path;
  const [, scheme = "", origin = ""] = /^([a-z][a-z\d+.-]*:)(\/\/[^/?#]*)?/i.exec(directory) ?? [];
  if (/^[\\/]{2}/.test(text)) return textValue(`${scheme}${text}`);
  if (/^[\\/]/.test(text)) return textValue(`${scheme}${origin}${text}`);
  return textValue(`${directory.replace(/[^/]*$/, "")}${text}`);
}

/** The texts of a value, each changed by a function if all of it is known. */
function mapped(value: Value | undefined, change: (text: string) => string | undefined): Value {
  const text = textsOf(value)[0] ?? unknownText;
  const changed = hasUnknownText(text) ? undefined : change(text);
  const from = value === undefined ? [] : joinedOrigins([value]);
  return changed === undefined ? unknownFrom(from) : textValue(changed, from);
}

function decodedAddress(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function changeDirectory([path]: readonly Value[], interpreter: Interpreter): Value {
  const [target, other] = targetsOf(path, interpreter);
  const isKnown = target !== null && target !== undefined && !target.glob && other === undefined;
  interpreter.directory = isKnown && interpreter.certainty === "certain" ? target.path : null;
  return unknownValue;
}

/** Data that was encoded: base64, hexadecimal digits. Other encodings keep the text. */
function decoded(data: Value | undefined, encoding: string): Value | undefined {
  if (data === undefined) return;
  const [text = unknownText] = textsOf(data);
  const from = joinedOrigins([data]);
  if (!/^(base64(url)?|hex)$/.test(encoding)) return data;
  const plain = hasUnknownText(text)
    ? undefined
    : encoding === "hex"
      ? decodeHex(text)
      : decodeBase64(text.replaceAll("-", "+").replaceAll("_", "/"));
  const origins = [...from, { kind: "encoded" as const }];
  return plain === undefined ? unknownFrom(origins) : textValue(plain, origins);
}

function characters(args: readonly Value[]): Value {
  const codes = args.flatMap(({ alternatives: [only] }) => (only?.kind === "number" ? [only.number] : []));
  return codes.length === args.length && codes.every((code) => code >= 0 && code <= 0x10ffff)
    ? textValue(String.fromCodePoint(...codes.slice(0, 10_000).map(Math.trunc)))
    : unknownFrom(joinedOrigins(args));
}

function listOfFields(object: Value | undefined, item: (name: string, value: Value) => Value): Value | undefined {
  const [only, other] = object?.alternatives ?? [];
  if (only?.kind !== "object" || other !== undefined) return;
  return known({ kind: "list", items: [...only.fields].map(([name, value]) => item(name, value)) }, object?.from);
}
