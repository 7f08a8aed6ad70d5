import { it, type TestFunction } from "vitest";

/**
 * A statement of a document that Helve deliberately deviates from. The test asserts what Helve does instead.
 *
 * @param reason - why that is better
 */
export function differs(statement: string, reason: string, run: TestFunction): void {
  it(`${statement} (differs: ${reason})`, run);
}
