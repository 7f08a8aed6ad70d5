/**
 * What analyses that call each other share, so that texts inside texts inside texts take no more time than one:
 * `python -c "os.system('…')"`.
 */
export interface Nesting {
  /** How many texts stand around the one that is looked at. */
  readonly depth: number;
  /** How much work may still be done, in steps of about ten microseconds. */
  readonly work: { left: number };
}

/** Texts nested deeper than this are not looked at. */
export const deepestNesting = 4;

/** A text that stands in no other one. So much work takes a few hundredths of a second. */
export function outermost(): Nesting {
  return { depth: 0, work: { left: 5000 } };
}

/** A text that stands in another one. */
export function nestedIn({ depth, work }: Nesting): Nesting {
  return { depth: depth + 1, work };
}
