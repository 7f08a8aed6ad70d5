/** Writes values that a Python session keeps as JSON text. */
import type { Interpreter } from "../../engine/interpreter.ts";
import type { Alternative, ClassValue, FunctionValue, Value } from "../../engine/value.ts";
import type { Definition, KeptAlternative, KeptFields, KeptValue } from "./kept-value.ts";

/** A value as text that `restoredText` reads; `null` if the text is too long. */
export function keptText(value: Value, interpreter: Interpreter): string | null {
  const text = JSON.stringify(new Keeper(interpreter).value(value, maxDepth));
  return text.length > maxTextLength ? null : text;
}

/** The text of a value that may be anything. */
export const unknownText: string = JSON.stringify({ is: [], mayBeUnknown: true, from: [] } satisfies KeptValue);

/** A longer text of one name is not kept, so that its value is unknown. */
const maxTextLength = 8000;
/** The deepest value of one name. */
const maxDepth = 6;
/** The most values inside the value of one name. */
const maxValues = 100;

/** Converts the value of one name to JSON. What can't be converted may be anything. */
class Keeper {
  readonly #interpreter: Interpreter;
  #left = maxValues;

  constructor(interpreter: Interpreter) {
    this.#interpreter = interpreter;
  }

  value({ alternatives, mayBeUnknown, from }: Value, depth: number): KeptValue {
    if (depth === 0 || this.#left-- <= 0) return { is: [notKept], mayBeUnknown: true, from };
    return { is: alternatives.map((each) => this.#alternative(each, depth - 1)), mayBeUnknown, from };
  }

  #alternative(alternative: Alternative, depth: number): KeptAlternative {
    if (sizeOf(alternative) > this.#left) return notKept;
    switch (alternative.kind) {
      case "text":
        return { ...alternative, at: null };
      case "number":
        return Number.isFinite(alternative.number) ? alternative : notKept;
      case "list":
        return {
          kind: "list",
          items: alternative.items.map((item) => this.value(item, depth)),
          more: this.#optional(alternative.more, depth),
        };
      case "dict":
        return {
          kind: "dict",
          entries: this.#fields(alternative.entries, depth),
          more: this.#optional(alternative.more, depth),
        };
      case "function": {
        const source = this.#source(alternative.node, alternative);
        return source === undefined
          ? notKept
          : { kind: "function", source, self: this.#optional(alternative.self, depth) };
      }
      case "class":
        return this.#class(alternative);
      case "instance":
        return {
          kind: "instance",
          of: this.#class(alternative.of),
          fields: this.#fields(alternative.fields, depth),
        };
      case "object":
        return { kind: "object", type: alternative.type, fields: this.#fields(alternative.fields, depth) };
      case "method":
        return { kind: "method", object: this.value(alternative.object, depth), name: alternative.name };
      case "partial":
        return {
          kind: "partial",
          callee: this.value(alternative.callee, depth),
          arguments: alternative.arguments.map(({ name, value }) => [name, this.value(value, depth)] as const),
        };
      case "reference":
        return { kind: "unresolved", reason: `what ${alternative.name} refers to` };
      default:
        return alternative;
    }
  }

  #optional(value: Value | null, depth: number): KeptValue | null {
    return value === null ? null : this.value(value, depth);
  }

  #fields(fields: ReadonlyMap<string, Value>, depth: number): KeptFields {
    return [...fields].map(([name, value]) => [name, this.value(value, depth)] as const);
  }

  #class(value: ClassValue): KeptAlternative {
    const source = this.#source(value.node, { scope: value.members.parent });
    return source === undefined ? notKept : { kind: "class", source };
  }

  /** The source of a definition in the module; `undefined` if it is inside a function, whose variables it may use. */
  #source(node: Definition, { scope }: { readonly scope: FunctionValue["scope"] | null }): string | undefined {
    const { definitionTexts, moduleScope } = this.#interpreter;
    return scope === moduleScope ? definitionTexts.get(node) : undefined;
  }
}

/** The number of values in an alternative. */
function sizeOf(alternative: Alternative): number {
  switch (alternative.kind) {
    case "list":
      return alternative.items.length;
    case "dict":
      return alternative.entries.size;
    case "instance":
    case "object":
      return alternative.fields.size;
    default:
      return 0;
  }
}

const notKept: KeptAlternative = { kind: "unresolved", reason: "what an earlier program has defined" };
