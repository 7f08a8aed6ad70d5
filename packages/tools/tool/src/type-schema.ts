/** Converts the text of a type in a docstring, such as `List[str]` or `int | None`, to JSON Schema. */
import type { JsonSchema } from "@helve/core";
import { anyOf, emptyTuple, namedSchema, type TypeArgument } from "./named-type-schema.ts";

/** The JSON Schema of a type text in a docstring. */
export interface TypeSchema {
  /** Accepts any value if the type is unknown. */
  readonly schema: JsonSchema;
  /** Whether every word of the type is known. */
  readonly isKnown: boolean;
}

/**
 * Converts a type in a docstring to a JSON Schema, in Python, JavaScript or plain English notation: `int`, `List[str]`,
 * `str[]`, `Optional[float]`, `str | None`, `Dict[str, int]`, `Literal["a", "b"]`, `list of str`, `Record<string, number>`.
 */
export function typeSchema(text: string): TypeSchema {
  const reader: TypeReader = { tokens: text.match(token) ?? [], at: 0, depth: 0, isKnown: true, isLiteral: false };
  const schema = readUnion(reader);
  const isWhole = reader.at === reader.tokens.length;
  return { schema: isWhole ? schema : {}, isKnown: isWhole && reader.isKnown };
}

const token = /"[^"]*"|'[^']*'|[\p{L}_$][\p{L}\p{N}_.$]*|-?\d+(?:\.\d+)?|\.\.\.|[^\s]/gu;

interface TypeReader {
  readonly tokens: readonly string[];
  at: number;
  depth: number;
  isKnown: boolean;
  /** Whether texts in quotes are values, as in `Literal["a"]`, and not names of types. */
  isLiteral: boolean;
}

/** The maximum nesting; a deeper type accepts any value. */
const maxDepth = 16;
const maxSuffixes = 4;

/** Reads a type with alternatives: `str | None`, `int or float`. */
function readUnion(reader: TypeReader): JsonSchema {
  const members = [readWithSuffix(reader)];
  while (skipToken(reader, "|") || skipToken(reader, "or")) members.push(readWithSuffix(reader));
  return anyOf(members);
}

/** Reads a type with suffixes: `string[]`, `string?`. */
function readWithSuffix(reader: TypeReader): JsonSchema {
  if (reader.depth === maxDepth) return unknownType(reader, reader.tokens.length);
  reader.depth++;
  let schema = readSimpleType(reader);
  reader.depth--;
  for (let suffixes = 0; suffixes < maxSuffixes; suffixes++) {
    if (reader.tokens[reader.at] === "[" && reader.tokens[reader.at + 1] === "]") {
      schema = { type: "array", items: schema };
      reader.at += 2;
    } else if (skipToken(reader, "?")) schema = anyOf([schema, { type: "null" }]);
    else break;
  }
  return schema;
}

/** Reads a literal, a type in brackets or braces, or a named type. */
function readSimpleType(reader: TypeReader): JsonSchema {
  const word = reader.tokens[reader.at++] ?? "";
  if (/^["']./.test(word)) return readQuoted(word.slice(1, -1), reader);
  if (/^-?\d/.test(word)) return { type: Number.isInteger(Number(word)) ? "integer" : "number", enum: [Number(word)] };
  switch (word) {
    case "...":
      return {};
    case "(": {
      const members = readArguments(reader, ")");
      if (members.length === 0) return emptyTuple;
      return (members.length === 1 ? members[0]?.schema : namedSchema("tuple", members)) ?? {};
    }
    case "[":
      return namedSchema("list", readArguments(reader, "]")) ?? {};
    case "{":
      return readBraces(reader);
    case "*":
      return readAfterAsterisk(reader);
    case "!":
    case "?":
      return readAfterSign(word, reader);
    default:
      return readNamedType(word, reader);
  }
}

/** Reads JSDoc's `?T`, which may be null, and `!T`. */
function readAfterSign(sign: string, reader: TypeReader): JsonSchema {
  if (/^[!?*]?$/.test(reader.tokens[reader.at] ?? "")) return unknownType(reader, reader.at);
  const schema = readSimpleType(reader);
  return sign === "?" ? anyOf([schema, { type: "null" }]) : schema;
}

/** Reads JSDoc's `*`, any value, or a type with emphasis: `*int*`, `**int**`. */
function readAfterAsterisk(reader: TypeReader): JsonSchema {
  skipToken(reader, "*");
  const word = reader.tokens[reader.at] ?? "";
  if (!/^\p{L}/u.test(word)) return {};
  reader.at += 1;
  const schema = readNamedType(word, reader);
  if (!skipToken(reader, "*")) return unknownType(reader, reader.at);
  skipToken(reader, "*");
  return schema;
}

/**
 * Reads a text in quotes: a type that Python evaluates later (`"str"`, `"np.ndarray"`), or else a value. A name in capitals or
 * with a dot that is no known type accepts any value.
 */
function readQuoted(text: string, reader: TypeReader): JsonSchema {
  const quoted = reader.isLiteral || reader.depth > maxDepth - 1 ? undefined : typeSchema(text);
  if (quoted?.isKnown) return quoted.schema;
  const isName = /^(?:[\p{L}_][\p{L}\p{N}_]*\.)*\p{Lu}[\p{L}\p{N}_]*$|^\p{L}[\p{L}\p{N}_]*\.\p{L}[\p{L}\p{N}_]*$/u.test(
    text,
  );
  return quoted !== undefined && isName ? unknownType(reader, reader.at) : { type: "string", enum: [text] };
}

/** Reads a part of a type in which texts in quotes are values. */
function readLiterals<Result>(reader: TypeReader, read: () => Result): Result {
  const before = reader.isLiteral;
  reader.isLiteral = true;
  const result = read();
  reader.isLiteral = before;
  return result;
}

/** Reads the type arguments of a named type such as `List[str]`; an unknown name accepts any value. */
function readNamedType(word: string, reader: TypeReader): JsonSchema {
  // JSDoc writes type arguments after a dot as well: `Object.<string, number>`.
  const name = word.replace(/\.$/, "").replace(/^.*\./, "").toLowerCase();
  const hasInside = reader.tokens[reader.at + 1] !== "]" && (skipToken(reader, "[") || skipToken(reader, "<"));
  const close = reader.tokens[reader.at - 1] === "[" ? "]" : ">";
  const readInside = (): readonly TypeArgument[] => readArguments(reader, close);
  const isLiteral = name === "literal" || name === "choice" || name === "enum";
  const inside = hasInside ? (isLiteral ? readLiterals(reader, readInside) : readInside()) : readOfArguments(reader);
  const schema = namedSchema(name, inside);
  if (schema !== undefined) return schema;
  reader.isKnown = false;
  return {};
}

/** Reads type arguments in words: `list of str`, `dict of str to int`. */
function readOfArguments(reader: TypeReader): readonly TypeArgument[] {
  if (!skipToken(reader, "of")) return [];
  const first = readArgument(reader, readWithSuffix);
  return skipToken(reader, "to") ? [first, readArgument(reader, readWithSuffix)] : [first];
}

/** Reads type arguments in brackets: `[str, int]`. */
function readArguments(reader: TypeReader, close: string): readonly TypeArgument[] {
  const typeArguments: TypeArgument[] = [];
  while (reader.at < reader.tokens.length && !skipToken(reader, close)) {
    const start = reader.at;
    typeArguments.push(readArgument(reader, readUnion));
    skipToken(reader, ",");
    if (reader.at === start) reader.at++;
  }
  return typeArguments;
}

/** Reads one type argument, which may be `...`. */
function readArgument(reader: TypeReader, read: (reader: TypeReader) => JsonSchema): TypeArgument {
  const start = reader.at;
  const schema = read(reader);
  return { schema, isEllipsis: reader.tokens[start] === "..." && reader.at === start + 1 };
}

/** Reads braces: `{"a", "b"}` is an enum, `{name: string}` an object. */
function readBraces(reader: TypeReader): JsonSchema {
  const [second, third] = reader.tokens.slice(reader.at + 1, reader.at + 3);
  return second === ":" || (second === "?" && third === ":")
    ? readMembers(reader)
    : anyOf(readLiterals(reader, () => readArguments(reader, "}")).map(({ schema }) => schema));
}

/** Reads the members of an object: `name: string, age?: number}`. A Python type as a name, as in `{str: int}`, is not a member. */
function readMembers(reader: TypeReader): JsonSchema {
  const properties = new Map<string, JsonSchema>();
  const required: string[] = [];
  while (!skipToken(reader, "}")) {
    const name = /^["']?([\p{L}_$][\p{L}\p{N}_$-]*)["']?$/u.exec(reader.tokens[reader.at++] ?? "")?.[1];
    const isOptional = skipToken(reader, "?");
    if (name === undefined || /^(?:str|int|float|bool)$/.test(name) || !skipToken(reader, ":"))
      return { ...unknownType(reader, reader.tokens.length), type: "object" };
    properties.set(name, readUnion(reader));
    if (!isOptional) required.push(name);
    if (!skipToken(reader, ",")) skipToken(reader, ";");
  }
  return { type: "object", properties: Object.fromEntries(properties), required };
}

/** Skips to a token and accepts any value, since the type is unknown. */
function unknownType(reader: TypeReader, end: number): JsonSchema {
  reader.at = end;
  reader.isKnown = false;
  return {};
}

/** Moves past the next token if it is the expected one; returns whether it was. */
function skipToken(reader: TypeReader, expected: string): boolean {
  if (reader.tokens[reader.at] !== expected) return false;
  reader.at++;
  return true;
}
