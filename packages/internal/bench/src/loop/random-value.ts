import type { JsonSchema } from "@helve/core";
import type { Random } from "@helve/testing/mutations";

/** A random value that a schema asks for, as far as its plain keywords tell; it may be invalid. */
export function randomValue(schema: JsonSchema | boolean | undefined, random: Random, depth = 0): unknown {
  if (typeof schema !== "object" || depth > 4) return random.pick(words);
  const { enum: choices, anyOf, oneOf } = schema;
  if (choices !== undefined) return random.pick(choices);
  const branches = anyOf ?? oneOf;
  if (branches !== undefined) return randomValue(random.pick(branches), random, depth + 1);
  const type = typeof schema.type === "string" ? schema.type : schema.type?.[0];
  switch (type) {
    case "integer":
      return (
        numberOf(schema["minimum"], 1) + random.below(Math.max(1, Math.min(40, numberOf(schema["maximum"], 9) - 1)))
      );
    case "number":
      return numberOf(schema["minimum"], 0) + random.below(10) / 4;
    case "boolean":
      return random.chance(0.5);
    case "null":
      return null;
    case "array": {
      const { items } = schema;
      const count = Math.max(numberOf(schema["minItems"], 0), 1 + random.below(3));
      return Array.from({ length: count }, () => randomValue(items, random, depth + 1));
    }
    case "object": {
      const required = new Set(schema.required ?? []);
      const names = Object.keys(schema.properties ?? {}).filter((name) => required.has(name) || random.chance(0.4));
      return Object.fromEntries(names.map((name) => [name, randomValue(schema.properties?.[name], random, depth + 1)]));
    }
    default:
      return random.pick(words);
  }
}

const words = [
  "Oslo",
  "report 2024",
  "src/main.ts",
  "ann@example.org",
  'it\'s "quoted"',
  "https://example.com/a?b=1",
  "first\nsecond",
  "50%",
  "Zürich, 甲",
];

/** Returns a value that is a number, otherwise the given number. */
function numberOf(value: unknown, otherwise: number): number {
  return typeof value === "number" ? value : otherwise;
}
