/** The data model of a parsed docstring: plain JSON objects, the same for every style. */

/**
 * The layout conventions that `parseDocstring` and `formatDocstring` support. More may be added: give every `switch`
 * over them a default.
 */
export type DocstringStyle = "google" | "numpy" | "rest" | "epydoc" | "jsdoc";

/**
 * The location of a part in the parsed text: offsets in UTF-16 code units, `end` exclusive. In a JSDoc comment, an
 * escaped end of comment (`*\/`) counts as two characters instead of three within its line.
 */
export interface DocstringRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The location that every part of a parsed docstring has. It is absent in a docstring that was not parsed from text.
 */
interface Located {
  readonly range?: DocstringRange;
}

/**
 * A parsed docstring as plain JSON: description, parameters, returns, errors, examples and other sections. What the
 * text does not contain is an empty string, an empty list or an absent field.
 *
 * Texts keep their line breaks and lose their common indentation.
 */
export interface Docstring {
  readonly style: DocstringStyle;
  /** The first paragraph of the description, on one line. */
  readonly summary: string;
  /** All text before the first section, the summary included: what a model should read about a tool. */
  readonly description: string;
  /** The location of the description. */
  readonly descriptionRange?: DocstringRange;
  /** In source order; a name that is documented twice occurs twice. */
  readonly parameters: readonly DocstringParameter[];
  /** The members of an object or a class, documented like parameters. */
  readonly attributes: readonly DocstringParameter[];
  readonly returns: readonly DocstringReturn[];
  readonly yields: readonly DocstringReturn[];
  readonly raises: readonly DocstringRaise[];
  readonly examples: readonly DocstringText[];
  readonly notes: readonly DocstringText[];
  readonly seeAlso: readonly DocstringReference[];
  /** The deprecation notice: since which version, why, and what to use instead. */
  readonly deprecated?: DocstringDeprecation;
  /** All other text after the description, in source order. */
  readonly sections: readonly DocstringSection[];
}

/** One parameter, attribute, or member of a returned object. */
export interface DocstringParameter extends Located {
  /** Without stars, quotes or markup: `kwargs` for `**kwargs`. */
  readonly name: string;
  /** The location of the name alone. */
  readonly nameRange?: DocstringRange;
  /** The stars before the name: `*` for `*args`, `**` for `**kwargs`. */
  readonly stars?: "*" | "**";
  /** As written, but without roles, backticks, `optional` and the default: `list[str]`, `int or None`. */
  readonly type?: string;
  /** The location of the type, with notes such as `optional`. */
  readonly typeRange?: DocstringRange;
  readonly description: string;
  /** `true` if the text says "optional", `false` if it says "required". A default value alone sets neither. */
  readonly optional?: boolean;
  /** The default value as written, with quotes and without backticks: `3`, `"celsius"`, `None`. */
  readonly default?: string;
  /** The properties of an object, or of the objects in a list, that JSDoc describes as `options.name` or `rows[].id`. */
  readonly properties?: readonly DocstringParameter[];
}

/** One returned or yielded value. */
export interface DocstringReturn extends Located {
  /** The name in `name (type): text`. In `word: text` the word is the type. */
  readonly name?: string;
  /** As written, but without roles and backticks. */
  readonly type?: string;
  /** Without the list that `items` were parsed from. */
  readonly description: string;
  /** The members of the returned object, from a list in the description: `- a (str): text`. */
  readonly items: readonly DocstringParameter[];
}

/** One error that a function can raise or throw. */
export interface DocstringRaise extends Located {
  /** The error's type, such as `ValueError`; empty if the text names no type. */
  readonly type: string;
  readonly description: string;
}

/** One example or note: its text as written, with code fences and prompts. */
export interface DocstringText extends Located {
  readonly text: string;
}

/** One entry of a "See also" section. */
export interface DocstringReference extends Located {
  /** A name such as `json.loads`, or a URL. */
  readonly name: string;
  readonly description: string;
}

/** A deprecation notice. */
export interface DocstringDeprecation extends Located {
  /** The version since which it is deprecated, as written. */
  readonly version?: string;
  /** The reason, and what to use instead. */
  readonly description: string;
}

/** A titled section that is none of the other parts. */
export interface DocstringSection extends Located {
  /** As written, without the colon; empty for text between two sections. */
  readonly title: string;
  readonly text: string;
}
