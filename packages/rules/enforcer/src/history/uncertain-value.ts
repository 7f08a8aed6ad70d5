/** Values that are not known exactly: numbers between two bounds, and unknown values. */
import type { Truth } from "@helve/core";
import { type Decimal, decimalOf, minus, numberOf, plus, times } from "./decimal.ts";

/** An unknown value. `reason` explains why, as the end of a sentence that begins with the value. */
export class UnknownValue {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/** A number between two bounds, which belong to it. A count is one if a step that may match has not ended. */
export class Interval {
  readonly low: number;
  readonly high: number;

  constructor(low: number, high: number) {
    this.low = low;
    this.high = high;
  }
}

/** Why a value is not known exactly, as the end of a sentence that begins with the value; `undefined` for any other value. */
export function uncertainty(value: unknown): string | undefined {
  if (value instanceof UnknownValue) return value.reason;
  if (!(value instanceof Interval)) return undefined;
  const { low, high } = value;
  if (high === Infinity) return low === -Infinity ? "is not known" : `is ${low} or more`;
  return low === -Infinity ? `is ${high} or less` : `is between ${low} and ${high}`;
}

/** The number if an interval has only one, otherwise the interval. */
export function intervalValue(low: number, high: number): number | Interval {
  return low === high && Number.isFinite(low) ? low : new Interval(low, high);
}

/** Any number. */
export const anyNumber: Interval = new Interval(-Infinity, Infinity);

/** Adds, subtracts or multiplies exactly. An absent operand makes the result absent, and anything but numbers unknown. */
export function calculate(operator: "+" | "-" | "*", left: unknown, right: unknown): unknown {
  if (left === undefined || right === undefined) return undefined;
  for (const operand of [left, right]) if (operand instanceof UnknownValue) return operand;
  const [a, b] = [boundsOf(left), boundsOf(right)];
  if (a === undefined || b === undefined) return new UnknownValue(`can't be calculated: ${operator} takes two numbers`);
  switch (operator) {
    case "+":
      return intervalValue(exact("+", a.low, b.low), exact("+", a.high, b.high));
    case "-":
      return intervalValue(exact("-", a.low, b.high), exact("-", a.high, b.low));
    case "*": {
      const products = [a.low, a.high].flatMap((one) => [exact("*", one, b.low), exact("*", one, b.high)]);
      return intervalValue(Math.min(...products), Math.max(...products));
    }
  }
}

/**
 * Compares two numbers; at least one is an interval.
 *
 * @returns `undefined` for an operator that does not compare numbers
 */
export function compareIntervals(operator: string, left: unknown, right: unknown): Truth | undefined {
  const [a, b] = [boundsOf(left), boundsOf(right)];
  if (a === undefined || b === undefined) return undefined;
  const decided = (isTrue: boolean, isFalse: boolean): Truth => (isTrue ? true : isFalse ? false : "unknown");
  switch (operator) {
    case "<":
      return decided(a.high < b.low, a.low >= b.high);
    case "<=":
      return decided(a.high <= b.low, a.low > b.high);
    case ">":
      return decided(a.low > b.high, a.high <= b.low);
    case ">=":
      return decided(a.low >= b.high, a.high < b.low);
    case "==":
    case "!=": {
      const disjoint = a.high < b.low || b.high < a.low;
      return disjoint ? operator === "!=" : "unknown";
    }
    default:
      return undefined;
  }
}

/** Returns the interval that contains a number. */
function boundsOf(value: unknown): Interval | undefined {
  if (value instanceof Interval) return value;
  return typeof value === "number" && Number.isFinite(value) ? new Interval(value, value) : undefined;
}

const operations: Readonly<Record<"+" | "-" | "*", (left: Decimal, right: Decimal) => Decimal>> = {
  "+": plus,
  "-": minus,
  "*": times,
};

/** Computes an exact result, rounded to the nearest number. */
function exact(operator: "+" | "-" | "*", left: number, right: number): number {
  if (!Number.isFinite(left) || !Number.isFinite(right)) {
    if (operator === "*") return left === 0 || right === 0 ? 0 : left * right;
    return operator === "+" ? left + right : left - right;
  }
  return numberOf(operations[operator](decimalOf(left), decimalOf(right)));
}
