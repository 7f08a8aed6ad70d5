import { decodeStringLiteral } from "@helve/agentspec/internal";
import { documentSymbols, type OpenProgram } from "@helve/language-service";
import { toRange } from "./conversions.ts";
import type { TestLocation } from "./protocol.ts";

/** Lists the tests of a text, including those that don't parse. */
export function testLocations(program: OpenProgram): readonly TestLocation[] {
  return documentSymbols(program).flatMap(({ kind, name, range }) =>
    // The symbol has the text between the quotes.
    kind === "Method" ? [{ name: decodeStringLiteral(`"${name}"`).value, range: toRange(range) }] : [],
  );
}
