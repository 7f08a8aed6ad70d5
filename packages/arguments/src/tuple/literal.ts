/** A Python literal, as it is written. */
export type Literal = Text | Bytes | Numeral | Word | Tuple | Sequence | Dict | Refused;

/** Where a literal stands in the text: UTF-16 units from its start, `end` exclusive. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

interface Text extends Stretch {
  readonly type: "text";
  readonly value: string;
}

export interface Bytes extends Stretch {
  readonly type: "bytes";
  /** A character from U+0000 to U+00FF for each byte. */
  readonly value: string;
}

export interface Numeral extends Stretch {
  readonly type: "number";
  /** A `bigint` is an integer that no `number` holds exactly; infinity a float that is too large. */
  readonly value: number | bigint;
}

/** A name: `None`, `True`, `False`, or one that Python's literals do not have. */
export interface Word extends Stretch {
  readonly type: "word";
  readonly name: string;
}

export interface Tuple extends Stretch {
  readonly type: "tuple";
  readonly items: readonly Item[];
}

export interface Sequence extends Stretch {
  readonly type: "list" | "set";
  readonly items: readonly Literal[];
}

export interface Dict extends Stretch {
  readonly type: "dict";
  readonly entries: readonly Entry[];
}

export interface Entry {
  readonly key: Literal;
  readonly value: Literal;
}

/** What stands between two commas; a name before it, as in a call, has a place only in the outermost parentheses. */
export interface Item {
  readonly name?: string;
  readonly value: Literal;
  /** Where it begins: at its name, if it has one. */
  readonly start: number;
}

/** What Python can read and JSON can't say, or what Python can't read either. */
interface Refused extends Stretch {
  readonly type: "refused";
  readonly fault: Fault;
}

/** What is wrong with a part of the text. */
export interface Fault {
  readonly code: string;
  readonly message: string;
  readonly expected?: string;
}
