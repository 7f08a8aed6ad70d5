/** The values of parsed Python literals: texts, numbers, tuples, dictionaries. */

/** A Python value as the grammar read it, with its range in the text. */
export type PythonValue =
  | StringValue
  | BytesValue
  | NumberValue
  | NameValue
  | TupleValue
  | SequenceValue
  | DictValue
  | RefusedValue;

/** A range of the text, in UTF-16 units; `end` is exclusive. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

interface StringValue extends TextSpan {
  readonly type: "text";
  readonly value: string;
}

export interface BytesValue extends TextSpan {
  readonly type: "bytes";
  /** One character from U+0000 to U+00FF for each byte. */
  readonly value: string;
}

export interface NumberValue extends TextSpan {
  readonly type: "number";
  /** A `bigint` is an integer that a `number` can't hold exactly; infinity is a float that is too large. */
  readonly value: number | bigint;
}

/** A name: `None`, `True`, `False`, or a name that is not a literal. */
export interface NameValue extends TextSpan {
  readonly type: "word";
  readonly name: string;
}

export interface TupleValue extends TextSpan {
  readonly type: "tuple";
  readonly items: readonly TupleItem[];
}

export interface SequenceValue extends TextSpan {
  readonly type: "list" | "set";
  readonly items: readonly PythonValue[];
}

export interface DictValue extends TextSpan {
  readonly type: "dict";
  readonly entries: readonly DictEntry[];
}

export interface DictEntry {
  readonly key: PythonValue;
  readonly value: PythonValue;
}

/** An item of a tuple. A name before it, as in a call, is allowed only in the outermost parentheses. */
export interface TupleItem {
  readonly name?: string;
  readonly value: PythonValue;
  /** The offset of its name, or of its value without a name. */
  readonly start: number;
}

/** A part that JSON can't represent, or that is not valid Python, with the reason. */
interface RefusedValue extends TextSpan {
  readonly type: "refused";
  readonly fault: Fault;
}

/** A problem with a part of the text, before it becomes an issue with a range. */
export interface Fault {
  readonly code: string;
  readonly message: string;
  readonly expected?: string;
}

/** The kind of a Python value with its article: `a string`, `a dict`. */
export function kindWithArticle(literal: PythonValue): string {
  switch (literal.type) {
    case "text":
      return "a string";
    case "word":
      return literal.name;
    case "refused":
      return "an invalid value";
    case "bytes":
      return "bytes";
    default:
      return `a ${literal.type}`;
  }
}
