import { textOfBytes } from "../../encodings.ts";
import { first } from "../arguments.ts";
import { decodeText } from "../decode.ts";
import { joinTexts } from "../formatting.ts";
import type { BuiltinCall, BuiltinTable } from "../interpreter.ts";
import { itemsOf } from "../iteration.ts";
import {
  exactly,
  hasHole,
  heldOrigins,
  joinAll,
  joinOrigins,
  listValue,
  literalOf,
  numberOf,
  objectValue,
  originsOf,
  textsOf,
  textValue,
  timesOf,
  unknownFrom,
  unknownValue,
  type Value,
} from "../value.ts";

/** What makes texts: `str`, `bytes`, `chr`, decoders, words of commands, code that is prepared. */
export const textBuiltins: BuiltinTable = [
  ["str", asText],
  ["repr", asText],
  ["format", asText],
  ["ascii", asText],
  [
    "bytes",
    ({ positional: [value] }) => (value === undefined || numberOf(value) !== undefined ? undefined : bytesOf(value)),
  ],
  [
    "bytearray",
    ({ positional: [value] }) => (value === undefined || numberOf(value) !== undefined ? undefined : bytesOf(value)),
  ],
  ["memoryview", first],
  [
    "chr",
    ({ positional: [value] }) => {
      const code = numberOf(value);
      return code === undefined || code < 0 || code > 0x10_ff_ff || !Number.isInteger(code)
        ? unknownFrom(value?.from ?? [])
        : textValue(String.fromCodePoint(code));
    },
  ],
  [
    "ord",
    ({ positional: [value] }) => {
      const code = literalOf(value)?.codePointAt(0);
      return code === undefined ? unknownFrom(value?.from ?? []) : exactly({ kind: "number", number: code });
    },
  ],
  [
    "int",
    ({ positional: [value] }) => {
      const text = literalOf(value);
      return text !== undefined && /^-?\d{1,15}$/.test(text)
        ? exactly({ kind: "number", number: Number(text) })
        : numberOf(value) === undefined
          ? numberFrom(value)
          : value;
    },
  ],
  ["float", ({ positional: [value] }) => (numberOf(value) === undefined ? numberFrom(value) : value)],
  ["urllib.parse.urlparse", ({ positional: [value] }) => addressParts(value)],
  ["urllib.parse.urlsplit", ({ positional: [value] }) => addressParts(value)],
  ["compile", first],
  ["ast.parse", first],
  ["textwrap.dedent", ({ positional: [value] }) => dedented(value ?? unknownValue)],
  ["inspect.cleandoc", ({ positional: [value] }) => dedented(value ?? unknownValue)],
  ["shlex.split", ({ positional: [value] }) => splitWords(value ?? unknownValue)],
  ["shlex.join", ({ positional: [value] }) => joinWords(value ?? unknownValue)],
  ["subprocess.list2cmdline", ({ positional: [value] }) => joinWords(value ?? unknownValue)],
  [
    "shlex.quote",
    ({ positional: [value] }) =>
      value === undefined
        ? unknownValue
        : { ...joinTexts([value]), from: value.from.filter(({ kind }) => kind === "file" || kind === "environment") },
  ],
  ["shutil.which", ({ positional: [value] }) => value ?? unknownValue],
  ["base64.b64decode", (call) => decodedBy("base64", call)],
  ["base64.urlsafe_b64decode", (call) => decodedBy("base64", call)],
  ["base64.standard_b64decode", (call) => decodedBy("base64", call)],
  ["base64.decodebytes", (call) => decodedBy("base64", call)],
  ["base64.b16decode", (call) => decodedBy("hex", call)],
  ["binascii.unhexlify", (call) => decodedBy("hex", call)],
  ["binascii.a2b_hex", (call) => decodedBy("hex", call)],
  ["binascii.a2b_base64", (call) => decodedBy("base64", call)],
  ["bytes.fromhex", (call) => decodedBy("hex", call)],
  ["bytearray.fromhex", (call) => decodedBy("hex", call)],
  [
    "codecs.decode",
    (call) =>
      decodedBy(
        literalOf(call.positional[1] ?? call.named.get("encoding"))
          ?.toLowerCase()
          .replaceAll(/[-_]/g, "") ?? "",
        call,
      ),
  ],
  [
    "codecs.encode",
    (call) => (/^rot_?13$/.test(literalOf(call.positional[1]) ?? "") ? decodedBy("rot13", call) : undefined),
  ],
];

function asText({ positional: [value] }: BuiltinCall): Value {
  return value === undefined ? textValue("") : joinTexts([value]);
}

function bytesOf(value: Value): Value {
  if (!value.known.some(({ kind }) => kind === "list")) return { ...joinTexts([value]), times: value.times };
  const { items, more } = itemsOf(value);
  const numbers = items.map(numberOf);
  const text =
    more === null && items.length > 0 && numbers.every((number) => number !== undefined)
      ? textOfBytes(numbers)
      : undefined;
  return text === undefined
    ? unknownFrom(
        originsOf(value).filter(({ kind }) => kind !== "literal"),
        timesOf(value),
      )
    : textValue(text);
}

function numberFrom(value: Value | undefined): Value {
  return unknownFrom(value?.from ?? []);
}

/** Code without the indentation of its first line. */
function dedented(value: Value): Value {
  const known = value.known.map((each) => {
    if (each.kind !== "text") return each;
    const indent = /^[ \t]*(?=\S)/m.exec(each.text)?.[0] ?? "";
    return {
      ...each,
      text:
        indent === ""
          ? each.text
          : each.text
              .split("\n")
              .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line.trimStart()))
              .join("\n"),
      at: null,
    };
  });
  return { ...value, known };
}

/** The parts of an address that is known; `undefined` of another. */
function addressParts(value: Value | undefined): Value | undefined {
  const text = literalOf(value);
  const found =
    text === undefined ? null : /^(?:(\w+):)?(?:\/\/(?:[^/?#@]*@)?([^/?#:]*)(?::(\d+))?)?([^?#]*)/.exec(text);
  if (found === null || value === undefined) return undefined;
  const [, scheme = "", hostname = "", port, path = ""] = found;
  const fields = new Map(Object.entries({ scheme, hostname, path }).map(([name, part]) => [name, textValue(part)]));
  fields.set("netloc", textValue(port === undefined ? hostname : `${hostname}:${port}`));
  if (port !== undefined) fields.set("port", exactly({ kind: "number", number: Number(port) }));
  return objectValue("urllib.parse.SplitResult", value.from, fields);
}

function joinWords(value: Value): Value {
  const { items, more } = itemsOf(value);
  return joinTexts(
    (more === null ? items : [...items, more]).flatMap((item, at) => (at === 0 ? [item] : [textValue(" "), item])),
  );
}

function decodedBy(encoding: string, { positional: [value] }: BuiltinCall): Value | undefined {
  if (value === undefined || (encoding !== "base64" && encoding !== "hex" && encoding !== "rot13")) return undefined;
  const from = joinOrigins(heldOrigins(value), [{ kind: "encoded" }]);
  const found = textsOf(value).map((text) => (hasHole(text) ? undefined : decodeText(text, encoding)));
  const values = found.map((text) => (text === undefined ? unknownFrom(from, value.times) : textValue(text, from)));
  return value.open || values.length === 0 ? joinAll([...values, unknownFrom(from, value.times)]) : joinAll(values);
}

/** The words of a command line, as `shlex.split` gives them. */
function splitWords(value: Value): Value {
  const [text] = textsOf(value);
  if (text === undefined || value.known.length !== 1 || value.open || hasHole(text))
    return listValue([], unknownFrom(value.from), value.from);
  return listValue(wordsOf(text).map((word) => textValue(word, value.from)));
}

function wordsOf(text: string): readonly string[] {
  const words: string[] = [];
  let word: string | null = null;
  let quote = "";
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (quote === "" && /\s/.test(char)) {
      if (word !== null) words.push(word);
      word = null;
    } else if (char === "\\" && quote !== "'") word = (word ?? "") + text.charAt(++at);
    else if (quote === "" && (char === "'" || char === '"')) {
      quote = char;
      word ??= "";
    } else if (char === quote) quote = "";
    else word = (word ?? "") + char;
  }
  return word === null ? words : [...words, word];
}
