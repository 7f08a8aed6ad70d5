/** A text that is meant to take long. */
export interface HostileText {
  readonly language: string;
  /** What is special about it, for the table. */
  readonly name: string;
  readonly text: string;
}

/** Parts in a row. */
export function repeated(count: number, part: (index: number) => string, separator = " "): string {
  return Array.from({ length: count }, (_, index) => part(index)).join(separator);
}

/** A text inside brackets that are repeated. */
export function nested(depth: number, open: string, inside: string, close: string): string {
  return `${open.repeat(depth)}${inside}${close.repeat(depth)}`;
}
