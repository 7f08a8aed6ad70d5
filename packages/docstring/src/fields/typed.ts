import type { DocstringRange } from "../docstring.ts";
import { blankLine, type Line, located } from "../lines.ts";
import { type Argument, argumentOf } from "./argument.ts";
import type { Field, FieldKind } from "./field.ts";

/** A field with the type that stands in it or in a field of its own: `:param x:` with `:type x: int`. */
export interface TypedField {
  readonly field: Field;
  readonly argument: Argument;
  readonly type?: string;
  readonly typeRange?: DocstringRange;
}

/**
 * Brings types to the fields that they are about: the last one before of that name, if it has no type yet, or else the
 * next one. A type that finds none stands for the field; a second type for the same name is dropped.
 */
export function typedFields(fields: readonly Field[]): readonly TypedField[] {
  const drafts = new Set<Draft>();
  const last = new Map<string, Draft>();
  const add = (draft: Draft): void => {
    drafts.add(draft);
    for (const key of keysOf(draft.field.kind, draft.argument)) last.set(key, draft);
  };
  for (const field of fields) {
    const kind = targets[field.kind];
    if (kind === undefined) {
      const draft: Draft = { field, argument: argumentOf(field), given: [] };
      const waiting = keysOf(field.kind, draft.argument)
        .map((key) => last.get(key))
        .find((one) => one?.waits);
      if (waiting !== undefined && (draft.argument.type === undefined || draft.argument.names.length > 0)) {
        drafts.delete(waiting);
        if (draft.argument.type === undefined) draft.given = waiting.given;
      }
      add(draft);
      continue;
    }
    const argument = argumentOf({ ...field, kind });
    const given = [field.rest, ...field.body.filter(({ text }) => !/^```[^`]*$/.test(text))];
    const [key = ""] = keysOf(kind, argument).slice(field.kind === "parameterType" ? -1 : 0);
    const before = last.get(key);
    if (before !== undefined && !isTyped(before)) before.given = given;
    else if (before === undefined || (argument.names.length === 0 && before.argument.type?.text !== typeText(given))) {
      add({ field: { ...field, kind, rest: blankLine, body: [] }, argument, given, waits: true });
    }
  }
  return [...drafts].map(typedField);
}

interface Draft {
  readonly field: Field;
  readonly argument: Argument;
  /** The lines of the type's own field. */
  given: readonly Line[];
  /** Made from a type alone. */
  readonly waits?: true;
}

const targets: Readonly<Partial<Record<FieldKind, FieldKind>>> = {
  parameterType: "parameter",
  attributeType: "attribute",
  returnsType: "returns",
  yieldsType: "yields",
};

/** What a type may be about: something by its name among its kind, and among all that have names. */
function keysOf(kind: FieldKind, { names }: Argument): readonly string[] {
  if (kind === "returns" || kind === "yields") return [kind];
  if (kind !== "parameter" && kind !== "attribute") return [];
  return names.flatMap(({ name }) => [`${kind} ${name}`, `name ${name}`]);
}

function isTyped({ argument, given }: Draft): boolean {
  return argument.type !== undefined || given.length > 0;
}

function typedField({ field, argument, given }: Draft): TypedField {
  const [first = argument.type, ...body] = given;
  if (first === undefined) return { field, argument };
  const { range } = located([first, ...body]);
  return { field, argument, type: typeText([first, ...body]), ...(range !== undefined && { typeRange: range }) };
}

function typeText(lines: readonly Line[]): string {
  return lines.flatMap(({ text }) => (text === "" ? [] : [text])).join("\n");
}
