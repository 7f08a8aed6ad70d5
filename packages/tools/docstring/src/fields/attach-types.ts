/** Combines a field with the separate field of its type: `:param x: text` and `:type x: int`. */
import type { DocstringRange } from "../docstring.ts";
import { blankLine, type Line, rangeOfLines } from "../lines.ts";
import { withoutUndefined } from "../without-undefined.ts";
import type { Field, FieldKind } from "./field.ts";
import { type FieldArgument, readArgument } from "./field-head.ts";

/** A field with its type, from its own argument or from a separate field: `:param x:` with `:type x: int`. */
export interface TypedField {
  readonly field: Field;
  readonly argument: FieldArgument;
  readonly type?: string;
  readonly typeRange?: DocstringRange;
}

/**
 * Attaches types to the fields that they describe: the last preceding field of that name that has no type, or else the
 * next one. A type without a field becomes a field of its own; a second type for the same name is dropped.
 */
export function attachTypes(fields: readonly Field[]): readonly TypedField[] {
  const drafts = new Set<Draft>();
  const last = new Map<string, Draft>();
  const add = (draft: Draft): void => {
    drafts.add(draft);
    for (const key of lookupKeys(draft.field.kind, draft.argument)) last.set(key, draft);
  };
  for (const field of fields) {
    const kind = typeTargets[field.kind];
    if (kind === undefined) {
      const draft: Draft = { field, argument: readArgument(field), typeLines: [] };
      const waiting = lookupKeys(field.kind, draft.argument)
        .map((key) => last.get(key))
        .find((one) => one?.isTypeOnly);
      if (waiting !== undefined && (draft.argument.type === undefined || draft.argument.names.length > 0)) {
        drafts.delete(waiting);
        if (draft.argument.type === undefined) draft.typeLines = waiting.typeLines;
      }
      add(draft);
      continue;
    }
    const argument = readArgument({ ...field, kind });
    const typeLines = [field.rest, ...field.body.filter(({ text }) => !/^```[^`]*$/.test(text))];
    const [key = ""] = lookupKeys(kind, argument).slice(field.kind === "parameterType" ? -1 : 0);
    const before = last.get(key);
    if (before !== undefined && !isTyped(before)) before.typeLines = typeLines;
    else if (
      before === undefined ||
      (argument.names.length === 0 && before.argument.type?.text !== joinTypeLines(typeLines))
    ) {
      add({ field: { ...field, kind, rest: blankLine, body: [] }, argument, typeLines, isTypeOnly: true });
    }
  }
  return [...drafts].map(toTypedField);
}

/** A field that may still receive its type. */
interface Draft {
  readonly field: Field;
  readonly argument: FieldArgument;
  /** The lines of the separate type field. */
  typeLines: readonly Line[];
  /** Whether the draft was created from a type field alone. */
  readonly isTypeOnly?: true;
}

/** The kind of field that a type field describes. */
const typeTargets: Readonly<Partial<Record<FieldKind, FieldKind>>> = {
  parameterType: "parameter",
  attributeType: "attribute",
  returnsType: "returns",
  yieldsType: "yields",
};

/** The keys under which a type finds its field: the name within its kind, and the name among all kinds. */
function lookupKeys(kind: FieldKind, { names }: FieldArgument): readonly string[] {
  if (kind === "returns" || kind === "yields") return [kind];
  if (kind !== "parameter" && kind !== "attribute") return [];
  return names.flatMap(({ name }) => [`${kind} ${name}`, `name ${name}`]);
}

/** Whether a field has a type already. */
function isTyped({ argument, typeLines }: Draft): boolean {
  return argument.type !== undefined || typeLines.length > 0;
}

/** Converts a draft to a typed field. */
function toTypedField({ field, argument, typeLines }: Draft): TypedField {
  const [first = argument.type, ...body] = typeLines;
  if (first === undefined) return { field, argument };
  const { range } = rangeOfLines([first, ...body]);
  return withoutUndefined({ field, argument, type: joinTypeLines([first, ...body]), typeRange: range });
}

/** The lines of a type as one string without blank lines. */
function joinTypeLines(lines: readonly Line[]): string {
  return lines.flatMap(({ text }) => (text === "" ? [] : [text])).join("\n");
}
