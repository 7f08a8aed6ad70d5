/** Converts template literal types, such as `` `v${number}` ``, to regular expressions. */
import type { Type } from "./compiler.ts";
import { type Place, type SchemaWriter, unknownSchema } from "./schema-writer.ts";

/** Converts a type whose values are some texts, such as a template literal type or `Uppercase<string>`, to a regular expression without anchors. */
export function textPattern(type: Type, place: Place, writer: SchemaWriter): string {
  const { compiler } = writer;
  switch (compiler.kindOf(type)) {
    case "template": {
      const parts = compiler.membersOf(type).map((part) => textPattern(part, place, writer));
      const texts = compiler.templateTextsOf(type).map((text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
      return texts.map((text, index) => text + (parts[index] ?? "")).join("");
    }
    case "number":
      return number;
    case "bigint":
      return `-?(?:\\d+|${radix})`;
    case "mapping": {
      const text = compiler.textOf(type);
      const pattern = mappings.get(text);
      if (pattern !== undefined) return pattern;
      unknownSchema(`is of type ${text}, which has no regular expression, so any text is accepted`, place, writer);
      return anyText;
    }
    default:
      return anyText;
  }
}

const anyText = "[\\s\\S]*";
const radix = "0(?:[xX][\\dA-Fa-f]+|[oO][0-7]+|[bB][01]+)";

/** The texts that TypeScript takes for a number. */
const number = `\\s*(?:[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?|${radix})\\s*`;

const mappings: ReadonlyMap<string, string> = new Map([
  ["Uppercase<string>", "\\P{Changes_When_Uppercased}*"],
  ["Lowercase<string>", "\\P{Changes_When_Lowercased}*"],
  ["Capitalize<string>", `(?:\\P{Changes_When_Uppercased}${anyText})?`],
  ["Uncapitalize<string>", `(?:\\P{Changes_When_Lowercased}${anyText})?`],
]);
