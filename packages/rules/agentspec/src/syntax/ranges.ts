import type { TextPosition, TextRange } from "@helve/core";

/** The offset at which a range starts; 0 without a range. */
export function startOffset(range: TextRange | undefined): number {
  return range?.start.offset ?? 0;
}

/** Moves a range. */
export type Shift = (range: TextRange) => TextRange;

/** Moves ranges so that one position, at the start of a line, becomes another. */
export function shiftBetween(from: TextPosition, to: TextPosition): Shift {
  const [offsets, lines] = [to.offset - from.offset, to.line - from.line];
  if (offsets === 0 && lines === 0) return unmoved;
  const shift = ({ offset, line, column }: TextPosition): TextPosition => ({
    offset: offset + offsets,
    line: line + lines,
    column,
  });
  return ({ start, end }) => ({ start: shift(start), end: shift(end) });
}

const unmoved: Shift = (range) => range;

/** Copies a value with all its ranges moved. */
export function shifted<Value>(value: Value, shift: Shift): Value {
  return shift === unmoved ? value : copied(value, shift);
}

function copied<Value>(value: Value, shift: Shift): Value {
  if (Array.isArray(value)) return value.map((item) => copied(item, shift)) as Value;
  if (typeof value !== "object" || value === null) return value;
  const copy = { ...value } as Record<string, unknown>;
  for (const key in copy) {
    const member = copy[key];
    if (key === "range") copy[key] = shift(member as TextRange);
    else if (typeof member === "object") copy[key] = copied(member, shift);
  }
  return copy as Value;
}
