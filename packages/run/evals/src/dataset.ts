import { isMessage, type Message } from "@helve/agent";
import { errorJson, formatIssue, type Issue, type JsonObject, type JsonValue, type ReadResult } from "@helve/core";
import { didYouMean, isObject, jsonSyntaxIssue, ownMember, quote } from "@helve/core/internal";
import { parse } from "csv-parse/browser/esm/sync";
import { DatasetError } from "./errors.ts";
import { type Sample, sampleMembers, sampleProblems } from "./sample.ts";

/**
 * Converts records to samples (Inspect `FieldSpec`). Texts are read as in a CSV file: `choices` are separated by commas or else by
 * spaces, `metadata` and `files` are JSON. `input` may be a conversation in the format of chat APIs.
 *
 * @throws DatasetError with the issues of all records
 *
 * @example
 * const samples = dataset([{ question: "1 + 1?", answer: 2 }], { input: "question", target: "answer" });
 */
export function dataset(records: readonly JsonObject[], fields: RecordFields = {}): readonly Sample[] {
  const issues: Issue[] = Array.isArray(records)
    ? unknownFields(fields)
    : [issue("a dataset must be a list of records")];
  if (issues.length > 0) throw new DatasetError(issues);
  const samples = records.flatMap((record, index) => {
    const { value = [], issues: found } = readRecord(record, index, fields);
    issues.push(...found.map((issue) => ({ ...issue, message: `record ${index + 1}: ${formatIssue(issue)}` })));
    return value;
  });
  if (issues.length > 0) throw new DatasetError(issues);
  return samples;
}

/** The conversion of records to samples: the names of their fields, or a function. */
export type RecordFields = FieldNames | RecordToSample;

/** Converts a record to a sample, or to several, or to none to leave it out. */
export type RecordToSample = (record: JsonObject, index: number) => Sample | readonly Sample[] | undefined;

/** The names of the fields of a record; each is the name of the sample's member by default. */
export interface FieldNames {
  readonly input?: string | undefined;
  readonly target?: string | undefined;
  readonly id?: string | undefined;
  readonly choices?: string | undefined;
  /** The field with an object, or the names of the fields that are collected. */
  readonly metadata?: string | readonly string[] | undefined;
  readonly files?: string | undefined;
  readonly setup?: string | undefined;
  readonly sandbox?: string | undefined;
}

/** Parses a JSON array of records. @throws DatasetError with every problem */
export function parseJsonDataset(text: string, fields?: RecordFields): readonly Sample[] {
  const fault = jsonSyntaxIssue(text);
  if (fault !== undefined) throw new DatasetError([fault]);
  const records: unknown = JSON.parse(text);
  return dataset(records as readonly JsonObject[], fields);
}

/** Parses one JSON record on each line; empty lines are ignored. @throws DatasetError with every problem */
export function parseJsonlDataset(text: string, fields?: RecordFields): readonly Sample[] {
  const issues: Issue[] = [];
  const records: JsonObject[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const fault = jsonSyntaxIssue(line);
    if (fault === undefined) records.push(JSON.parse(line));
    else issues.push(issue(`line ${index + 1}: ${formatIssue(fault)}`));
  }
  if (issues.length > 0) throw new DatasetError(issues);
  return dataset(records, fields);
}

/**
 * Parses CSV as RFC 4180 has it, with the names of the fields in the first line.
 *
 * @param options.delimiter - `,` by default
 * @throws DatasetError with every problem
 */
export function parseCsvDataset(
  text: string,
  fields?: RecordFields,
  { delimiter = "," }: { readonly delimiter?: string } = {},
): readonly Sample[] {
  let rows: readonly (readonly string[])[];
  try {
    rows = parse(text, { bom: true, delimiter, skip_empty_lines: true, relax_column_count: true });
  } catch (cause) {
    throw new DatasetError([issue(errorJson(cause).message)], { cause });
  }
  const [names = [], ...values] = rows;
  const issues = values.flatMap((row, index) =>
    row.length === names.length
      ? []
      : [issue(`record ${index + 1}: has ${row.length} fields, but the first line names ${names.length}`)],
  );
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  if (repeated !== undefined) issues.push(issue(`the first line names ${quote(repeated)} twice`));
  if (issues.length > 0) throw new DatasetError(issues);
  // An empty field of a CSV file is an absent one.
  const records = values.map((row) => {
    return Object.fromEntries(names.flatMap((name, at) => (row[at] === "" ? [] : [[name, row[at] ?? ""] as const])));
  });
  return dataset(records, fields);
}

/** Reports unknown fields of a record. */
function unknownFields(fields: RecordFields): Issue[] {
  if (typeof fields === "function") return [];
  return Object.keys(fields)
    .filter((name) => !sampleMembers.includes(name))
    .map((name) => issue(`fields.${name} is not a member of a sample${didYouMean(name, sampleMembers)}`));
}

function readRecord(record: unknown, index: number, fields: RecordFields): ReadResult<readonly Sample[]> {
  if (!isObject(record)) return { value: undefined, issues: [issue("must be an object")] };
  if (typeof fields !== "function") return readFields(record as JsonObject, fields);
  try {
    const samples = fields(record as JsonObject, index) ?? [];
    const list = [samples].flat() as readonly Sample[];
    const issues = list.flatMap((sample) => sampleProblems(sample).map((problem) => issue(problem)));
    return { value: issues.length > 0 ? undefined : list, issues };
  } catch (error) {
    return { value: undefined, issues: [issue(errorJson(error).message)] };
  }
}

function readFields(record: JsonObject, names: FieldNames): ReadResult<readonly Sample[]> {
  const issues: Issue[] = [];
  /** Reads a field that is there; what its reader throws is an issue. */
  const field = <Value>(member: Exclude<keyof FieldNames, "metadata">, read: (value: JsonValue) => Value) => {
    return attempt(names[member] ?? member, read);
  };
  const attempt = <Value>(name: string, read: (value: JsonValue) => Value): Value | undefined => {
    const value = ownMember(record, name) as JsonValue | undefined;
    if (value === undefined || value === null) return undefined;
    try {
      return read(value);
    } catch (error) {
      issues.push(issue(`${quote(name)} ${errorJson(error).message}`));
      return undefined;
    }
  };
  const input = field("input", readInput);
  const inputName = names.input ?? "input";
  if (input === undefined && issues.length === 0) {
    const known = Object.keys(record)
      .map((name) => quote(name))
      .join(", ");
    issues.push(issue(`has no input: there is no field ${quote(inputName)} (the fields are ${known || "none"})`));
  }
  const { metadata: source = "metadata" } = names;
  const metadata =
    typeof source === "string"
      ? attempt(source, (value) => readObject(value, "must be an object, or its JSON"))
      : Object.fromEntries(source.map((name) => [name, (ownMember(record, name) as JsonValue | undefined) ?? null]));
  const optional = {
    id: field("id", readId),
    target: field("target", readTarget),
    choices: field("choices", readChoices),
    metadata,
    files: field("files", readFiles),
    setup: field("setup", readText),
    sandbox: field("sandbox", readText),
  };
  const present = Object.entries(optional).filter(([, value]) => value !== undefined);
  if (issues.length > 0 || input === undefined) return { value: undefined, issues };
  return { value: [{ input, ...Object.fromEntries(present) }], issues };
}

function readInput(value: JsonValue): Sample["input"] {
  if (typeof value === "string" && value !== "") return value;
  if (!Array.isArray(value) || value.length === 0) throw new TypeError("must be a text or a conversation");
  return value.map(readMessage);
}

/** A message of `@helve/agent`, or one of a chat API whose content is a text. */
function readMessage(value: JsonValue, index: number): Message {
  const at = `message ${index + 1}`;
  if (!isObject(value)) throw new TypeError(`${at} must be an object with a role and a content`);
  const message = value as JsonObject;
  const { role, content, parts } = message;
  if (Array.isArray(parts) && isMessage(value)) return value;
  if (typeof content !== "string") throw new TypeError(`${at} must have a content, which is a text`);
  const text = [{ type: "text", content }] as const;
  switch (role) {
    case "system":
      return { role, content };
    case "user":
      return { role, parts: text };
    case "assistant":
      return { role, parts: [...(content === "" ? [] : text), ...readCalls(message["tool_calls"], at)] };
    case "tool":
      return {
        role,
        callId: String(message["tool_call_id"] ?? ""),
        name: String(message["name"] ?? ""),
        parts: text,
      };
    default:
      throw new TypeError(`${at} must have the role system, user, assistant or tool`);
  }
}

function readCalls(value: JsonValue | undefined, at: string) {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new TypeError(`${at} has tool_calls that are not a list`);
  return value.map((call: JsonValue) => {
    const called = isObject(call) ? call["function"] : undefined;
    const { name, arguments: args } = isObject(called) ? (called as JsonObject) : {};
    if (typeof name !== "string" || typeof args !== "string") {
      throw new TypeError(`${at} has a call without the name and the arguments of a function, which are texts`);
    }
    return { type: "call", id: String((call as JsonObject)["id"] ?? ""), name, arguments: args } as const;
  });
}

function readTarget(value: JsonValue): string | readonly string[] {
  return Array.isArray(value) ? value.map(textOfJson) : textOfJson(value);
}

function readChoices(value: JsonValue): readonly string[] {
  if (Array.isArray(value)) return value.map(textOfJson);
  const text = textOfJson(value);
  const list = jsonList(text);
  if (list !== undefined) return list.map(textOfJson);
  const parts = text.split(",");
  return (parts.length > 1 ? parts : text.split(/\s+/)).map((choice) => choice.trim()).filter((each) => each !== "");
}

/** Parses a text that is a JSON list. */
function jsonList(text: string): readonly JsonValue[] | undefined {
  if (!text.trimStart().startsWith("[")) return undefined;
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? (list as readonly JsonValue[]) : undefined;
  } catch {
    return undefined;
  }
}

function readId(value: JsonValue): string | number {
  if (typeof value === "string" || typeof value === "number") return value;
  throw new TypeError("must be a text or a number");
}

function readText(value: JsonValue): string {
  if (typeof value === "string") return value;
  throw new TypeError("must be a text");
}

function readFiles(value: JsonValue): Readonly<Record<string, string>> {
  const expected = "must be an object with the text of each file, or its JSON";
  const files = readObject(value, expected);
  if (!Object.values(files).every((text) => typeof text === "string")) throw new TypeError(expected);
  return files as Readonly<Record<string, string>>;
}

function readObject(value: JsonValue, expected: string): JsonObject {
  const read: unknown = typeof value === "string" && jsonSyntaxIssue(value) === undefined ? JSON.parse(value) : value;
  if (!isObject(read) || Array.isArray(read)) throw new TypeError(expected);
  return read as JsonObject;
}

/** Returns text unchanged, and any other value as JSON. */
function textOfJson(value: JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function issue(message: string): Issue {
  return { code: "dataset", message };
}
