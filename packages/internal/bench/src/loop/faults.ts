/** Faults that weak models introduce into the values of a call, and into its text. */
import type { Args, JsonSchema } from "@helve/core";
import type { Random } from "@helve/testing/mutations";
import { rawText } from "./raw-text.ts";

/** A fault in the values of a call. A model corrects it when it reads one of the fault's names. */
export interface ValueFault {
  readonly kind: "wrong name" | "wrong type" | "text for a value" | "missing" | "extra";
  /** The names of properties by which feedback names the fault. */
  readonly names: readonly string[];
  readonly apply: (args: Args) => Args;
}

/** A fault of the text; `none` is JSON. */
export const textFaults = [
  "none",
  "single quotes",
  "fence",
  "no quotes",
  "cut off",
  "twice encoded",
  "raw format",
] as const;
export type TextFault = (typeof textFaults)[number];

/** Chooses one to three faults of different properties. */
export function valueFaults(args: Args, schema: JsonSchema, random: Random): readonly ValueFault[] {
  const names = shuffled(Object.keys(args), random).slice(0, 1 + random.below(3));
  return names.map((name) => faultOf(name, args, schema, random));
}

/** Chooses a random fault for an argument. */
function faultOf(name: string, args: Args, schema: JsonSchema, random: Random): ValueFault {
  const required = schema.required?.includes(name) === true;
  const kinds = ["wrong name", "wrong type", "text for a value", "extra", ...(required ? ["missing"] : [])] as const;
  const kind = random.pick(kinds) as ValueFault["kind"];
  const value = args[name];
  switch (kind) {
    case "wrong name": {
      const wrong = otherSpelling(name);
      return { kind, names: [wrong, name], apply: (given) => renamed(given, name, wrong) };
    }
    case "missing":
      return { kind, names: [name], apply: ({ [name]: _, ...others }) => others };
    case "extra":
      return {
        kind,
        names: [`${name}_reason`],
        apply: (given) => ({ ...given, [`${name}_reason`]: "asked by the user" }),
      };
    case "text for a value":
      return { kind, names: [name], apply: (given) => ({ ...given, [name]: asText(value) }) };
    case "wrong type":
      return { kind, names: [name], apply: (given) => ({ ...given, [name]: ofOtherType(value) }) };
  }
}

/** Writes a value as text. */
function asText(value: unknown): unknown {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Returns a value of another type: a text becomes an object, others a text or list. */
function ofOtherType(value: unknown): unknown {
  if (typeof value === "string") return { value };
  // A list may be made of one item.
  return Array.isArray(value) ? { 0: "as before" } : "as before";
}

/** Converts a name between snake case and camel case. */
function otherSpelling(name: string): string {
  if (name.includes("_")) return name.replace(/_+(\w)/g, (_, letter: string) => letter.toUpperCase());
  return /[A-Z]/.test(name) ? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : `${name}_value`;
}

/** Returns the arguments with one of them under a wrong name. */
function renamed(args: Args, name: string, wrong: string): Args {
  return Object.fromEntries(Object.entries(args).map(([key, value]) => [key === name ? wrong : key, value]));
}

function shuffled<T>(items: readonly T[], random: Random): readonly T[] {
  return items
    .map((item) => [random.below(1_000_000), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);
}

/** The text of a call with a fault. */
export function textOf(tool: string, args: Args, fault: TextFault, random: Random): string {
  const json = JSON.stringify(args);
  switch (fault) {
    case "none":
      return json;
    case "single quotes":
      return pythonText(args);
    case "fence":
      return `Here is the call:\n\`\`\`json\n${JSON.stringify(args, null, 2)}\n\`\`\``;
    case "no quotes":
      return json.replace(/"([A-Za-z_]\w*)":/g, "$1: ").replace(/\}$/, ",}");
    case "cut off":
      return json.slice(0, 1 + random.below(json.length - 1));
    case "twice encoded":
      return JSON.stringify(json);
    case "raw format":
      return rawText(tool, args, random);
  }
}

/** A value as Python prints it. */
export function pythonText(value: unknown): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "string")
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value)) return `[${value.map(pythonText).join(", ")}]`;
  return `{${Object.entries(value)
    .map(([key, member]) => `${pythonText(key)}: ${pythonText(member)}`)
    .join(", ")}}`;
}
