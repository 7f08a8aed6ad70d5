import { documentSymbols, type OpenProgram } from "@helve/language-service";
import { toRange } from "./conversions.ts";
import type { TestLocation } from "./protocol.ts";

/** The tests of a text, also those that don't parse. */
export function testLocations(program: OpenProgram): readonly TestLocation[] {
  return documentSymbols(program).flatMap(({ kind, name, range }) =>
    kind === "Method" ? [{ name: unescaped(name), range: toRange(range) }] : [],
  );
}

/** The name of a test from the text between its quotes. */
function unescaped(text: string): string {
  try {
    return JSON.parse(`"${text}"`);
  } catch {
    return text;
  }
}
