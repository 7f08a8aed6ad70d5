import { textOfBytes } from "../../encodings.ts";
import { firstArgument } from "../../engine/arguments.ts";
import { decodedText, integerOf, joinTexts, jsonOf } from "../../engine/computed-functions.ts";
import { concatenateTexts } from "../../engine/formatting.ts";
import type { BuiltinTable, SortedCall } from "../../engine/interpreter.ts";
import { iteratedItems } from "../../engine/iteration.ts";
import {
  exactNumber,
  exactText,
  exactValue,
  knownTexts,
  listValue,
  objectValue,
  textValue,
  unknownValue,
  unknownValueFrom,
  type Value,
} from "../../engine/value.ts";
import { maxRepetitions, originsOf } from "../../engine/value-origins.ts";
import { hasUnknownText } from "../../unknown-text.ts";

/**
 * Builtins that create, decode and split texts: `str`, `bytes`, `chr`, `base64.b64decode`, `shlex.split`, `urlparse`.
 */
export const textBuiltins: BuiltinTable = [
  ["json.dumps", jsonOf],
  ["str repr format ascii", toText],
  [
    "bytes bytearray",
    ({ positional: [value] }) => (value === undefined || exactNumber(value) !== undefined ? undefined : toBytes(value)),
  ],
  [
    "memoryview sqlalchemy.text sqlalchemy.sql.text sqlalchemy.sql.expression.text sqlalchemy.DDL psycopg2.sql.SQL psycopg.sql.SQL compile ast.parse",
    firstArgument,
  ],
  [
    "chr",
    ({ positional: [value] }) => {
      const code = exactNumber(value);
      return code === undefined || code < 0 || code > 0x10_ff_ff || !Number.isInteger(code)
        ? unknownValueFrom(value?.from ?? [])
        : textValue(String.fromCodePoint(code));
    },
  ],
  [
    "ord",
    ({ positional: [value] }) => {
      const code = exactText(value)?.codePointAt(0);
      return code === undefined ? unknownValueFrom(value?.from ?? []) : exactValue({ kind: "number", number: code });
    },
  ],
  ["int", integerOf],
  ["float", ({ positional: [value] }) => (exactNumber(value) === undefined ? unknownNumber(value) : value)],
  ["urllib.parse.urlparse urllib.parse.urlsplit", ({ positional: [value] }) => splitUrl(value)],
  ["textwrap.dedent inspect.cleandoc", ({ positional: [value] }) => dedentText(value ?? unknownValue)],
  ["shlex.split", ({ positional: [value] }) => splitWords(value ?? unknownValue)],
  ["shlex.join subprocess.list2cmdline", ({ positional: [value] }) => joinWords(value ?? unknownValue)],
  [
    "shlex.quote",
    ({ positional: [value] }) =>
      value === undefined
        ? unknownValue
        : {
            ...concatenateTexts([value]),
            from: value.from.filter(({ kind }) => kind === "file" || kind === "environment"),
          },
  ],
  ["shutil.which", ({ positional: [value] }) => value ?? unknownValue],
  [
    "base64.b64decode base64.urlsafe_b64decode base64.standard_b64decode base64.decodebytes binascii.a2b_base64",
    (call) => decodeArgument("base64", call),
  ],
  [
    "base64.b16decode binascii.unhexlify binascii.a2b_hex bytes.fromhex bytearray.fromhex",
    (call) => decodeArgument("hex", call),
  ],
  [
    "codecs.decode",
    (call) =>
      decodeArgument(
        exactText(call.positional[1] ?? call.named.get("encoding"))
          ?.toLowerCase()
          .replaceAll(/[-_]/g, "") ?? "",
        call,
      ),
  ],
  [
    "codecs.encode",
    (call) => (/^rot_?13$/.test(exactText(call.positional[1]) ?? "") ? decodeArgument("rot13", call) : undefined),
  ],
];

/** Computes `str(value)`. */
function toText({ positional: [value] }: SortedCall): Value {
  return value === undefined ? textValue("") : concatenateTexts([value]);
}

/** Returns the result of `bytes(value)` for a text or a list of numbers. */
function toBytes(value: Value): Value {
  if (!value.alternatives.some(({ kind }) => kind === "list"))
    return { ...concatenateTexts([value]), repetitions: value.repetitions };
  const { items, more } = iteratedItems(value);
  const numbers = items.map(exactNumber);
  const text =
    more === null && items.length > 0 && numbers.every((number) => number !== undefined)
      ? textOfBytes(numbers)
      : undefined;
  return text === undefined
    ? unknownValueFrom(
        originsOf(value).filter(({ kind }) => kind !== "literal"),
        maxRepetitions(value),
      )
    : textValue(text);
}

function unknownNumber(value: Value | undefined): Value {
  return unknownValueFrom(value?.from ?? []);
}

/** Computes `textwrap.dedent`: removes the indentation of the first line from every line. */
function dedentText(value: Value): Value {
  const alternatives = value.alternatives.map((each) => {
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
  return { ...value, alternatives };
}

/** Returns the result of `urlparse(url)` for a known URL; `undefined` when the URL is unknown. */
function splitUrl(value: Value | undefined): Value | undefined {
  const text = exactText(value);
  const found =
    text === undefined ? null : /^(?:(\w+):)?(?:\/\/(?:[^/?#@]*@)?([^/?#:]*)(?::(\d+))?)?([^?#]*)/.exec(text);
  if (found === null || value === undefined) return undefined;
  const [, scheme = "", hostname = "", port, path = ""] = found;
  const fields = new Map(Object.entries({ scheme, hostname, path }).map(([name, part]) => [name, textValue(part)]));
  fields.set("netloc", textValue(port === undefined ? hostname : `${hostname}:${port}`));
  if (port !== undefined) fields.set("port", exactValue({ kind: "number", number: Number(port) }));
  return objectValue("urllib.parse.SplitResult", value.from, fields);
}

/** Computes `shlex.join(words)`. */
function joinWords(value: Value): Value {
  const { items, more } = iteratedItems(value);
  return joinTexts(more === null ? items : [...items, more], " ");
}

/** The decoded text of the first argument. */
function decodeArgument(encoding: string, { positional: [value] }: SortedCall): Value | undefined {
  return value === undefined || !/^(base64|hex|rot13)$/.test(encoding) ? undefined : decodedText(value, encoding);
}

/** Computes `shlex.split(text)`: the words of a command line. */
function splitWords(value: Value): Value {
  const [text] = knownTexts(value);
  if (text === undefined || value.alternatives.length !== 1 || value.mayBeUnknown || hasUnknownText(text))
    return listValue([], unknownValueFrom(value.from), value.from);
  return listValue(shellWords(text).map((word) => textValue(word, value.from)));
}

/** Splits a command line at white space outside of quotes. */
function shellWords(text: string): readonly string[] {
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
