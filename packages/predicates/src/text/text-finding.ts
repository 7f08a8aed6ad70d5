/** Characters of a text that are what was looked for. */
export interface TextFinding {
  /** What they are, in words that stand after "holds": `an AWS access key`. */
  readonly what: string;
  /** In UTF-16 units of the text. */
  readonly start: number;
  readonly end: number;
}
