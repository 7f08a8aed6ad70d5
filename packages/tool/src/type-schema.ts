import type { JsonSchema } from "@helve/core";
import { anyOf, more, namedSchema } from "./named-schema.ts";

/** What a docstring's type text comes to. */
export interface TypeSchema {
  /** Accepts any value where the type is not known. */
  readonly schema: JsonSchema;
  /** Whether every word of it is known. */
  readonly isKnown: boolean;
}

/**
 * The JSON Schema of a type as a docstring writes it, in Python's, JavaScript's or plain words: `int`, `List[str]`,
 * `str[]`, `Optional[float]`, `str | None`, `Dict[str, int]`, `Literal["a", "b"]`, `list of str`, `Record<string, number>`.
 */
export function typeSchema(text: string): TypeSchema {
  const reader: Reader = { tokens: text.match(token) ?? [], at: 0, depth: 0, isKnown: true };
  const schema = union(reader);
  const isWhole = reader.at === reader.tokens.length;
  return { schema: isWhole ? schema : {}, isKnown: isWhole && reader.isKnown };
}

const token = /"[^"]*"|'[^']*'|[\p{L}_$][\p{L}\p{N}_.$]*|-?\d+(?:\.\d+)?|\.\.\.|[^\s]/gu;

interface Reader {
  readonly tokens: readonly string[];
  at: number;
  depth: number;
  isKnown: boolean;
}

/** A type nested deeper accepts any value. */
const deepest = 16;
const mostSuffixes = 4;

function union(reader: Reader): JsonSchema {
  const members = [withSuffix(reader)];
  while (take(reader, "|") || take(reader, "or")) members.push(withSuffix(reader));
  return anyOf(members);
}

/** `string[]`, `string?`. */
function withSuffix(reader: Reader): JsonSchema {
  if (reader.depth === deepest) return unknown(reader, reader.tokens.length);
  reader.depth++;
  let schema = single(reader);
  reader.depth--;
  for (let suffixes = 0; suffixes < mostSuffixes; suffixes++) {
    if (reader.tokens[reader.at] === "[" && reader.tokens[reader.at + 1] === "]") {
      schema = { type: "array", items: schema };
      reader.at += 2;
    } else if (take(reader, "?")) schema = anyOf([schema, { type: "null" }]);
    else break;
  }
  return schema;
}

function single(reader: Reader): JsonSchema {
  const word = reader.tokens[reader.at++] ?? "";
  if (/^["']./.test(word)) return { type: "string", enum: [word.slice(1, -1)] };
  if (/^-?\d/.test(word)) return { type: Number.isInteger(Number(word)) ? "integer" : "number", enum: [Number(word)] };
  switch (word) {
    case "...":
      return more;
    case "(": {
      const members = insideOf(reader, ")");
      return (members.length === 1 ? members[0] : namedSchema("tuple", members)) ?? {};
    }
    case "[":
      return namedSchema("list", insideOf(reader, "]")) ?? {};
    case "{":
      return choices(reader);
    default:
      return named(word, reader);
  }
}

function named(word: string, reader: Reader): JsonSchema {
  const name = word.slice(word.lastIndexOf(".") + 1).toLowerCase();
  const hasInside = reader.tokens[reader.at + 1] !== "]" && (take(reader, "[") || take(reader, "<"));
  const inside = hasInside ? insideOf(reader, reader.tokens[reader.at - 1] === "[" ? "]" : ">") : ofWords(reader);
  const schema = namedSchema(name, inside);
  if (schema !== undefined) return schema;
  reader.isKnown = false;
  return {};
}

/** `list of str`, `dict of str to int`. */
function ofWords(reader: Reader): readonly JsonSchema[] {
  if (!take(reader, "of")) return [];
  const first = withSuffix(reader);
  return take(reader, "to") ? [first, withSuffix(reader)] : [first];
}

function insideOf(reader: Reader, close: string): readonly JsonSchema[] {
  const members: JsonSchema[] = [];
  while (reader.at < reader.tokens.length && !take(reader, close)) {
    const before = reader.at;
    members.push(union(reader));
    take(reader, ",");
    if (reader.at === before) reader.at++;
  }
  return members;
}

/** `{"a", "b"}` says what may be chosen; `{name: string}` an object. */
function choices(reader: Reader): JsonSchema {
  const end = reader.tokens.indexOf("}", reader.at);
  if (reader.tokens.slice(reader.at, end === -1 ? undefined : end).includes(":")) {
    return { ...unknown(reader, end === -1 ? reader.tokens.length : end + 1), type: "object" };
  }
  return anyOf(insideOf(reader, "}"));
}

function unknown(reader: Reader, end: number): JsonSchema {
  reader.at = end;
  reader.isKnown = false;
  return {};
}

function take(reader: Reader, expected: string): boolean {
  if (reader.tokens[reader.at] !== expected) return false;
  reader.at++;
  return true;
}
