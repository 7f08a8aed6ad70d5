/** Compares arguments written in a rule with the JSON Schemas of the parameters, and finds the parts that can't match. */
import type { QuickFix } from "@helve/core";
import { quote } from "@helve/core/internal";
import type { ProgramNode, Value } from "@helve/core/program";
import type { CatalogueIndex } from "./catalogue-index.ts";
import { canEqual, type InferredValue, inferValue, isScalar, resolveBinding, type Scalar } from "./infer-value.ts";
import { renameKeyFix, replaceFix, suggestionHint } from "./quick-fixes.ts";
import type { RuleContext } from "./rule-context.ts";
import {
  keysOf,
  type RootedSchema,
  requiredOf,
  schemaOfMember,
  typesOfSchema,
  typesText,
  valuesOfSchema,
} from "./schema-lookup.ts";

/** A part of a value in a rule that does not match a JSON Schema. */
export interface SchemaMismatch {
  readonly node: ProgramNode;
  readonly kind: "missing" | "unknown" | "type";
  /** Whether the value could still be valid, for example because decoding would coerce it. */
  readonly isUncertain: boolean;
  /** The message, which begins with the name of the value. */
  readonly message: string;
  readonly expected: string;
  readonly quickFix?: QuickFix;
}

/**
 * Finds all parts of a value that can't match a JSON Schema, for any values of its references at run time.
 *
 * @param name - the name of the value in messages
 */
export function findMismatches(
  given: Value,
  schema: RootedSchema,
  name: string,
  context: RuleContext,
): readonly SchemaMismatch[] {
  const facts = inferValue(given, context);
  const types = typesOfSchema(schema);
  const values = valuesOfSchema(schema);
  const value = resolveBinding(given, context);
  const expected = {
    types,
    values: values?.every(isScalar) ? values.filter(isScalar) : undefined,
  };
  if (!canEqual(facts, expected)) {
    const what = values === undefined ? typesText(types) : oneOfText(values);
    const write = given.type === "literal" ? convertLiteral(given.value, expected, context.catalogue) : undefined;
    const mismatch: SchemaMismatch = {
      node: given,
      kind: "type",
      isUncertain:
        write !== undefined && given.type === "literal" && typeof given.value === "string" && values === undefined,
      message: `${name} must be ${what} (got ${actualText(value, facts)})`,
      expected: what,
      quickFix: write === undefined ? undefined : replaceFix(write, given.range),
    };
    return [mismatch];
  }
  if (value !== given) return [];
  if (value.type === "list") {
    return value.items.flatMap((item, index) => {
      const member = schemaOfMember(schema, index);
      return member.kind === "known" ? findMismatches(item, member.schema, `${name}[${index}]`, context) : [];
    });
  }
  return value.type === "object" ? compareEntries(value, schema, name, context) : [];
}

/** Compares the entries of an object with a JSON Schema: unknown, missing and mistyped keys. */
function compareEntries(
  value: Extract<Value, { type: "object" }>,
  schema: RootedSchema,
  name: string,
  context: RuleContext,
): readonly SchemaMismatch[] {
  const mismatches: SchemaMismatch[] = [];
  const keys = new Set(value.entries.map(({ key }) => key));
  for (const entry of value.entries) {
    const member = schemaOfMember(schema, entry.key);
    if (member.kind === "known")
      mismatches.push(...findMismatches(entry.value, member.schema, `${name}.${entry.key}`, context));
    if (member.kind !== "absent") continue;
    const names = keysOf(schema);
    const others = names.filter((one) => !keys.has(one));
    const meant = context.catalogue.suggestName(entry.key, others, others);
    if (!member.isClosed && meant === undefined) continue;
    const fix = meant === undefined ? undefined : renameKeyFix(entry, meant, context.text);
    mismatches.push({
      node: entry,
      kind: "unknown",
      isUncertain: !member.isClosed,
      message: `${name} has no ${quote(entry.key)}${suggestionHint(meant)}`,
      expected: meant ?? (names.length === 0 ? "nothing" : `one of ${names.slice(0, 10).join(", ")}`),
      quickFix: fix,
    });
  }
  for (const key of requiredOf(schema)) {
    if (keys.has(key)) continue;
    mismatches.push({
      node: value,
      kind: "missing",
      isUncertain: false,
      message: `${name} requires ${quote(key)}`,
      expected: quote(key),
    });
  }
  return mismatches;
}

/** Converts a literal to the expected type, if that is unambiguous: `"10"` to `10`, `10` to `"10"`, a misspelled enum value to the right one. */
export function convertLiteral(
  value: Scalar,
  expected: { readonly types?: ReadonlySet<string>; readonly values?: readonly Scalar[] },
  catalogue: CatalogueIndex,
): string | undefined {
  const { types, values } = expected;
  if (values !== undefined) {
    const words = values.filter((one) => typeof one === "string");
    if (typeof value !== "string") return words.includes(String(value)) ? JSON.stringify(String(value)) : undefined;
    const same = values.find((one) => typeof one !== "string" && String(one) === value);
    const intended = same ?? catalogue.suggestName(value, values, words);
    return intended === undefined ? undefined : JSON.stringify(intended);
  }
  if (types === undefined) return undefined;
  if (typeof value === "string") {
    const isNumeral = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/.test(value);
    if (isNumeral && (types.has("number") || (types.has("integer") && !value.includes(".")))) return value;
    return types.has("boolean") && (value === "true" || value === "false") ? value : undefined;
  }
  return types.has("string") && value !== null ? JSON.stringify(String(value)) : undefined;
}

/** The allowed values as text for a message, for example `one of "low", "high"`. */
function oneOfText(values: readonly unknown[]): string {
  const shown = values.slice(0, 10).map((value) => JSON.stringify(value));
  return shown.length === 1 ? String(shown[0]) : `one of ${shown.join(", ")}`;
}

/** The actual value or its types as text for a message. */
function actualText(value: Value, { types }: InferredValue): string {
  if (value.type === "literal") return typeof value.value === "string" ? quote(value.value) : String(value.value);
  return typesText(types);
}
