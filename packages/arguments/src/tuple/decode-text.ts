import type { DecodedArguments, Issue, JsonSchema } from "@helve/core";
import { jsonPointer } from "@helve/core/internal";
import { bind, parametersOf } from "../bind.ts";
import { decodeValue } from "../decode.ts";
import type { ResolvedOptions } from "../options.ts";
import { givenIn } from "./given.ts";
import type { Dict, Literal } from "./literal.ts";
import { onlyTakes } from "./only-parameter.ts";
import { literalAt } from "./place.ts";
import { readLiteral } from "./read-literal.ts";
import { mend, type Reading, readingOf, report } from "./reading.ts";
import { toJson } from "./to-json.ts";

/** The arguments that the text of a Python tuple gives. Every issue has its place in the text. */
export function decodeText(text: string, schema: JsonSchema, options: ResolvedOptions): DecodedArguments {
  const reading = readingOf(text, options);
  const literal = readLiteral(reading);
  if (literal === undefined) return failed(reading);
  return literal.type === "dict" && options.repair && isByName(literal, schema)
    ? decodeNamed(literal, schema, reading)
    : decodeGiven(literal, schema, reading);
}

/** Whether a dict has the arguments by name, and is not itself the value of the only parameter. */
function isByName({ entries }: Dict, schema: JsonSchema): boolean {
  const only = onlyTakes("object", schema);
  return only === undefined || entries.some(({ key }) => key.type === "text" && key.value === only);
}

function decodeNamed(dict: Dict, schema: JsonSchema, reading: Reading): DecodedArguments {
  const args = toJson(dict, [], reading);
  mend(reading, "named_arguments", dict, args);
  if (reading.issues.length > 0) return failed(reading);
  const values = new Map<string, Literal>();
  for (const { key, value } of dict.entries) if (key.type === "text") values.set(key.value, value);
  return decode(args, { literal: dict, values, isByPlace: false }, schema, reading);
}

function decodeGiven(literal: Literal, schema: JsonSchema, reading: Reading): DecodedArguments {
  const given = givenIn(literal, schema, reading);
  const { values, faults } = bind(given, schema);
  const args = Object.fromEntries(Array.from(values, ([name, value]) => [name, toJson(value, [name], reading)]));
  const isRead = reading.issues.length === 0;
  for (const { issue, value } of faults) report(reading, issue, value ?? literal);
  return isRead
    ? decode(args, { literal, values, isByPlace: given.named.length === 0 }, schema, reading)
    : failed(reading);
}

/** The literal for the arguments as a whole, and for each of them. */
interface Origin {
  readonly literal: Literal;
  readonly values: ReadonlyMap<string, Literal>;
  /** Whether no argument is given by its name. */
  readonly isByPlace: boolean;
}

function decode(args: unknown, origin: Origin, schema: JsonSchema, reading: Reading): DecodedArguments {
  const decoded = decodeValue(args, schema, reading.repairs, reading.options);
  const misfits = decoded.ok ? [] : decoded.issues.map((issue) => placed(issue, origin, schema, reading));
  const issues = [...reading.issues, ...misfits];
  return issues.length === 0 ? decoded : { ok: false, issues, repairs: decoded.repairs };
}

function failed({ issues, repairs }: Reading): DecodedArguments {
  return { ok: false, issues, repairs };
}

/** An issue of validation, with its place in the text; one that says what is missing says where it should stand, too. */
function placed(issue: Issue, { literal, values, isByPlace }: Origin, schema: JsonSchema, reading: Reading): Issue {
  const range = issue.range ?? reading.range(literalAt(issue.path ?? "", values) ?? literal);
  const parameters = parametersOf(schema);
  const isMissing = issue.code === "required" && isByPlace;
  const index = isMissing ? parameters.findIndex((name) => issue.path === jsonPointer([name])) : -1;
  if (index === -1) return { ...issue, range };
  const message = `${issue.message}: it is value ${index + 1} of ${parameters.length} (got ${values.size})`;
  return { ...issue, message, range };
}
