/** A range of a text that contains what was searched for, such as a key or a mail address. */
export interface TextFinding {
  /** The kind of content, with its article: `an AWS access key`. */
  readonly what: string;
  /** The first character, in UTF-16 units of the text. */
  readonly start: number;
  /** The end, in UTF-16 units of the text; exclusive. */
  readonly end: number;
}
