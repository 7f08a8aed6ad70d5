import type { DecodedArguments, Issue, JsonSchema } from "@helve/core";
import { jsonPointer, pointerParts } from "@helve/core/internal";
import { bindArguments, parameterNames } from "../bind-arguments.ts";
import type { ResolvedOptions } from "../decode-options.ts";
import { decodeValue } from "../decode-value.ts";
import type { DictValue, PythonValue } from "./python-value.ts";
import { readPythonLiteral } from "./read-literal.ts";
import { toJson } from "./to-json.ts";
import { onlyParameterOfType, tupleArguments } from "./tuple-arguments.ts";
import { addIssue, addRepair, newTupleReading, type TupleReading } from "./tuple-reading.ts";

/** Decodes arguments from the text of a Python tuple. Every issue has its range in the text. */
export function decodeText(text: string, schema: JsonSchema, options: ResolvedOptions): DecodedArguments {
  const reading = newTupleReading(text, options);
  const literal = readPythonLiteral(reading);
  if (literal === undefined) return failedDecoding(reading);
  return literal.type === "dict" && options.repair && hasNamedArguments(literal, schema)
    ? decodeNamed(literal, schema, reading)
    : decodePositional(literal, schema, reading);
}

/** Whether a dict contains the arguments by name, rather than being the value of the only parameter. */
function hasNamedArguments({ entries }: DictValue, schema: JsonSchema): boolean {
  const only = onlyParameterOfType("object", schema);
  return only === undefined || entries.some(({ key }) => key.type === "text" && key.value === only);
}

/** Decodes a dict whose keys are the names of the arguments. */
function decodeNamed(dict: DictValue, schema: JsonSchema, reading: TupleReading): DecodedArguments {
  const args = toJson(dict, [], reading);
  addRepair(reading, "named_arguments", dict, args);
  if (reading.issues.length > 0) return failedDecoding(reading);
  const values = new Map<string, PythonValue>();
  for (const { key, value } of dict.entries) if (key.type === "text") values.set(key.value, value);
  return decodeArguments(args, { literal: dict, values, isPositional: false }, schema, reading);
}

/** Decodes a tuple whose items are the arguments in order. */
function decodePositional(literal: PythonValue, schema: JsonSchema, reading: TupleReading): DecodedArguments {
  const unbound = tupleArguments(literal, schema, reading);
  const { values, faults } = bindArguments(unbound, schema);
  const args = Object.fromEntries(Array.from(values, ([name, value]) => [name, toJson(value, [name], reading)]));
  const isReadable = reading.issues.length === 0;
  for (const { issue, value } of faults) addIssue(reading, issue, value ?? literal);
  return isReadable
    ? decodeArguments(args, { literal, values, isPositional: unbound.named.length === 0 }, schema, reading)
    : failedDecoding(reading);
}

/** The Python values that the arguments come from, to find the range of an issue. */
interface SourceLiterals {
  readonly literal: PythonValue;
  readonly values: ReadonlyMap<string, PythonValue>;
  /** Whether all arguments are positional. */
  readonly isPositional: boolean;
}

/** Converts and validates arguments by the schema, and adds ranges in the text to the issues. */
function decodeArguments(
  args: unknown,
  origin: SourceLiterals,
  schema: JsonSchema,
  reading: TupleReading,
): DecodedArguments {
  const decoded = decodeValue(args, schema, { ...reading.options, repairs: reading.repairs });
  const invalid = decoded.ok ? [] : decoded.issues.map((issue) => withRange(issue, origin, schema, reading));
  const issues = [...reading.issues, ...invalid];
  return issues.length === 0 ? decoded : { ok: false, issues, repairs: decoded.repairs };
}

function failedDecoding({ issues, repairs }: TupleReading): DecodedArguments {
  return { ok: false, issues, repairs };
}

/** Adds the range in the text to an issue of validation; for a missing value, also its position among the parameters. */
function withRange(
  issue: Issue,
  { literal, values, isPositional }: SourceLiterals,
  schema: JsonSchema,
  reading: TupleReading,
): Issue {
  const range = issue.range ?? reading.rangeOf(valueAtPointer(issue.path ?? "", values) ?? literal);
  const parameters = parameterNames(schema);
  const isMissing = issue.code === "required" && isPositional;
  const index = isMissing ? parameters.findIndex((name) => issue.path === jsonPointer([name])) : -1;
  if (index === -1) return { ...issue, range };
  const message = `${issue.message}: it is value ${index + 1} of ${parameters.length} (got ${values.size})`;
  return { ...issue, message, range };
}

/**
 * The Python value at a JSON pointer in the arguments; if there is none, the innermost value around it.
 *
 * @param pointer - a JSON pointer into the arguments
 * @returns `undefined` for the arguments as a whole
 */
function valueAtPointer(pointer: string, values: ReadonlyMap<string, PythonValue>): PythonValue | undefined {
  const [name, ...path] = pointerParts(pointer);
  let literal = name === undefined ? undefined : values.get(name);
  for (const key of path) {
    const inner = literal && findMember(literal, key);
    if (inner === undefined) break;
    literal = inner;
  }
  return literal;
}

/** The item or member of a Python value by its index or key; `undefined` if not found. */
function findMember(literal: PythonValue, key: string): PythonValue | undefined {
  if (literal.type === "tuple") return literal.items[Number(key)]?.value;
  if (literal.type === "list") return literal.items[Number(key)];
  if (literal.type !== "dict") return undefined;
  return literal.entries.findLast((entry) => entry.key.type === "text" && entry.key.value === key)?.value;
}
