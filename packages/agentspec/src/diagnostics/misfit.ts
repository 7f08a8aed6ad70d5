import type { QuickFix } from "@helve/core";
import { quote } from "@helve/core/internal";
import type { ProgramNode, Value } from "../syntax/index.ts";
import { canEqual, type Facts, factsOf, isScalar, type Scalar, unbound } from "./facts.ts";
import { hint } from "./hint.ts";
import type { Known } from "./known.ts";
import type { Look } from "./look.ts";
import { rekeyed, writing } from "./rewrite.ts";
import { keysOf, memberOf, type PlacedSchema, requiredOf, typesOfSchema, valuesOfSchema } from "./schema.ts";
import { typeWords } from "./type-words.ts";

/** Where a value does not fit a schema. */
export interface Misfit {
  readonly node: ProgramNode;
  readonly kind: "missing" | "unknown" | "type";
  /** Whether it may be right after all, or would be made right when the action runs. */
  readonly isDoubtful: boolean;
  /** What is wrong, after the name of what it is wrong of. */
  readonly message: string;
  readonly expected: string;
  readonly quickFix?: QuickFix;
}

/**
 * Everything in which a value can't fit a schema, whatever its references come to.
 *
 * @param name - what messages call the value
 */
export function misfitsOf(value: Value, schema: PlacedSchema, name: string, look: Look): readonly Misfit[] {
  const misfits: Misfit[] = [];
  fit(value, schema, name, look, misfits);
  return misfits;
}

function fit(given: Value, schema: PlacedSchema, name: string, look: Look, misfits: Misfit[]): void {
  const facts = factsOf(given, look);
  const types = typesOfSchema(schema);
  const values = valuesOfSchema(schema);
  const value = unbound(given, look);
  const expected = {
    ...(types !== undefined && { types }),
    ...(values?.every(isScalar) && { values: values.filter(isScalar) }),
  };
  if (!canEqual(facts, expected)) {
    const what = values === undefined ? typeWords(types) : oneOf(values);
    const write = given.type === "literal" ? converted(given.value, expected, look.known) : undefined;
    misfits.push({
      node: given,
      kind: "type",
      isDoubtful:
        write !== undefined && given.type === "literal" && typeof given.value === "string" && values === undefined,
      message: `${name} must be ${what} (got ${got(value, facts)})`,
      expected: what,
      ...(write !== undefined && { quickFix: writing(write, given.range) }),
    });
    return;
  }
  if (value !== given) return;
  if (value.type === "list") {
    for (const [index, item] of value.items.entries()) {
      const member = memberOf(schema, index);
      if (member.kind === "known") fit(item, member.schema, `${name}[${index}]`, look, misfits);
    }
  }
  if (value.type === "object") fitEntries(value, schema, name, look, misfits);
}

function fitEntries(
  value: Extract<Value, { type: "object" }>,
  schema: PlacedSchema,
  name: string,
  look: Look,
  misfits: Misfit[],
): void {
  const keys = new Set(value.entries.map(({ key }) => key));
  for (const entry of value.entries) {
    const member = memberOf(schema, entry.key);
    if (member.kind === "known") fit(entry.value, member.schema, `${name}.${entry.key}`, look, misfits);
    if (member.kind !== "absent") continue;
    const names = keysOf(schema);
    const others = names.filter((one) => !keys.has(one));
    const meant = look.known.suggest(entry.key, others, others);
    if (!member.isClosed && meant === undefined) continue;
    const fix = meant === undefined ? undefined : rekeyed(entry, meant, look.text);
    misfits.push({
      node: entry,
      kind: "unknown",
      isDoubtful: !member.isClosed,
      message: `${name} has no ${quote(entry.key)}${hint(meant)}`,
      expected: meant ?? (names.length === 0 ? "nothing" : `one of ${names.slice(0, 10).join(", ")}`),
      ...(fix !== undefined && { quickFix: fix }),
    });
  }
  for (const key of requiredOf(schema)) {
    if (keys.has(key)) continue;
    misfits.push({
      node: value,
      kind: "missing",
      isDoubtful: false,
      message: `${name} needs ${quote(key)}`,
      expected: quote(key),
    });
  }
}

/** A literal as what was meant by it: `"10"` as `10`, `10` as `"10"`, a word of a list misspelt. */
export function converted(
  value: Scalar,
  expected: { readonly types?: ReadonlySet<string>; readonly values?: readonly Scalar[] },
  known: Known,
): string | undefined {
  const { types, values } = expected;
  if (values !== undefined) {
    const words = values.filter((one) => typeof one === "string");
    if (typeof value !== "string") return words.includes(String(value)) ? JSON.stringify(String(value)) : undefined;
    const same = values.find((one) => typeof one !== "string" && String(one) === value);
    const meant = same ?? known.suggest(value, values, words);
    return meant === undefined ? undefined : JSON.stringify(meant);
  }
  if (types === undefined) return undefined;
  if (typeof value === "string") {
    const isNumeral = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/.test(value);
    if (isNumeral && (types.has("number") || (types.has("integer") && !value.includes(".")))) return value;
    return types.has("boolean") && (value === "true" || value === "false") ? value : undefined;
  }
  return types.has("string") && value !== null ? JSON.stringify(String(value)) : undefined;
}

function oneOf(values: readonly unknown[]): string {
  const shown = values.slice(0, 10).map((value) => JSON.stringify(value));
  return shown.length === 1 ? String(shown[0]) : `one of ${shown.join(", ")}`;
}

function got(value: Value, { types }: Facts): string {
  if (value.type === "literal") return typeof value.value === "string" ? quote(value.value) : String(value.value);
  return typeWords(types);
}
