/** How a docstring is laid out. More styles will join: do not switch over them without a default. */
export type DocstringStyle = "google";

/**
 * What a docstring says, as plain JSON. What it does not say is an empty string, an empty list or an absent field.
 *
 * Texts keep their line breaks and lose the indentation they share.
 */
export interface Docstring {
  readonly style: DocstringStyle;
  /** The first paragraph of the description, on one line. */
  readonly summary: string;
  /** The text before the first section, whole, summary included: what a model should read about a tool. */
  readonly description: string;
  /** In the order of the text, a name as often as it is documented. */
  readonly parameters: readonly DocstringParameter[];
  readonly returns: readonly DocstringReturn[];
  readonly yields: readonly DocstringReturn[];
  readonly raises: readonly DocstringRaise[];
  /** Everything else after the description, in the order of the text. */
  readonly sections: readonly DocstringSection[];
}

/** One parameter, or one member of what is returned. */
export interface DocstringParameter {
  /** Without stars, quotes or mark-up: `kwargs` for `**kwargs`. */
  readonly name: string;
  /** How many stars stand before the name: `*args`, `**kwargs`. */
  readonly stars?: "*" | "**";
  /** As written, but without roles, backticks, `optional` and the default: `list[str]`, `int or None`. */
  readonly type?: string;
  readonly description: string;
  /** True or false when the text calls it optional or required; a default alone says neither. */
  readonly optional?: boolean;
  /** The value as written, quotes included, backticks not: `3`, `"celsius"`, `None`. */
  readonly default?: string;
}

/** One thing that is returned or yielded. */
export interface DocstringReturn {
  /** Given by `name (type): text`; in `word: text` the word is the type. */
  readonly name?: string;
  /** As written, but without roles and backticks. */
  readonly type?: string;
  /** Without the list that `items` were read from. */
  readonly description: string;
  /** The members named by a list under it: `- a (str): text`. */
  readonly items: readonly DocstringParameter[];
}

/** One error that may be raised. */
export interface DocstringRaise {
  /** `ValueError`; empty when the text names none. */
  readonly type: string;
  readonly description: string;
}

/** Text under a title: examples, notes. */
export interface DocstringSection {
  /** As written, without the colon; empty for text that stands between sections. */
  readonly title: string;
  readonly text: string;
}
