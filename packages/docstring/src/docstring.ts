/** How a docstring is laid out. More styles will join: do not switch over them without a default. */
export type DocstringStyle = "google" | "numpy" | "rest" | "epydoc" | "jsdoc";

/**
 * Where a part stands in the text that was read: offsets in UTF-16 code units, `end` behind the last. In a JSDoc comment an
 * escaped end of comment (`*\/`) counts as two on its line.
 */
export interface DocstringRange {
  readonly start: number;
  readonly end: number;
}

/** What every part of a docstring carries: where it stands. Absent in a docstring that was made by hand. */
interface Located {
  readonly range?: DocstringRange;
}

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
  /** Where the description stands. */
  readonly descriptionRange?: DocstringRange;
  /** In the order of the text, a name as often as it is documented. */
  readonly parameters: readonly DocstringParameter[];
  /** The members of an object or a class, documented like parameters. */
  readonly attributes: readonly DocstringParameter[];
  readonly returns: readonly DocstringReturn[];
  readonly yields: readonly DocstringReturn[];
  readonly raises: readonly DocstringRaise[];
  readonly examples: readonly DocstringText[];
  readonly notes: readonly DocstringText[];
  readonly seeAlso: readonly DocstringReference[];
  /** That it should no longer be used, and what to use instead. */
  readonly deprecated?: DocstringDeprecation;
  /** Everything else after the description, in the order of the text. */
  readonly sections: readonly DocstringSection[];
}

/** One parameter, attribute, or member of what is returned. */
export interface DocstringParameter extends Located {
  /** Without stars, quotes or mark-up: `kwargs` for `**kwargs`. */
  readonly name: string;
  /** Where the name alone stands. */
  readonly nameRange?: DocstringRange;
  /** How many stars stand before the name: `*args`, `**kwargs`. */
  readonly stars?: "*" | "**";
  /** As written, but without roles, backticks, `optional` and the default: `list[str]`, `int or None`. */
  readonly type?: string;
  /** Where the type stands, notes such as `optional` included. */
  readonly typeRange?: DocstringRange;
  readonly description: string;
  /** True or false when the text calls it optional or required; a default alone says neither. */
  readonly optional?: boolean;
  /** The value as written, quotes included, backticks not: `3`, `"celsius"`, `None`. */
  readonly default?: string;
}

/** One thing that is returned or yielded. */
export interface DocstringReturn extends Located {
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
export interface DocstringRaise extends Located {
  /** `ValueError`; empty when the text names none. */
  readonly type: string;
  readonly description: string;
}

/** One example or note: its text as written, code fences and prompts included. */
export interface DocstringText extends Located {
  readonly text: string;
}

/** Something else worth reading. */
export interface DocstringReference extends Located {
  /** What it is called: `json.loads`, an address. */
  readonly name: string;
  readonly description: string;
}

/** That something should no longer be used. */
export interface DocstringDeprecation extends Located {
  /** Since when, as written. */
  readonly version?: string;
  /** Why, and what to use instead. */
  readonly description: string;
}

/** Text under a title that is none of the other parts. */
export interface DocstringSection extends Located {
  /** As written, without the colon; empty for text that stands between sections. */
  readonly title: string;
  readonly text: string;
}
