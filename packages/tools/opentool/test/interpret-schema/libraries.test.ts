import type { JsonSchema } from "@helve/core";
import { interpretSchema } from "@helve/opentool";
import { compileSchema } from "@helve/opentool/compile-schema";
import { toJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { anyValue } from "./any-schema.ts";
import { valuesOf } from "./values-of.ts";

const category: z.ZodType = z.object({
  name: z.string(),
  get parts() {
    return z.array(category);
  },
});

const zodTypes: Readonly<Record<string, z.ZodType>> = {
  ...{
    string: z.string(),
    number: z.number(),
    boolean: z.boolean(),
    null: z.null(),
    any: z.any(),
    unknown: z.unknown(),
  },
  ...{
    never: z.never(),
    int: z.int(),
    int32: z.int32(),
    uint32: z.uint32(),
    float32: z.float32(),
    float64: z.float64(),
  },
  ...{ min: z.string().min(2), max: z.string().max(2), length: z.string().length(3), regex: z.string().regex(/^a+$/) },
  ...{ startsWith: z.string().startsWith("a"), endsWith: z.string().endsWith("b"), includes: z.string().includes("c") },
  ...{
    lowercase: z.string().lowercase(),
    uppercase: z.string().uppercase(),
    patterns: z.string().regex(/a/).regex(/b/),
  },
  ...{ trim: z.string().trim(), nonempty: z.string().nonempty(), email: z.email(), url: z.url(), httpUrl: z.httpUrl() },
  ...{ guid: z.guid(), uuid: z.uuid(), uuidv4: z.uuidv4(), uuidv7: z.uuidv7(), nanoid: z.nanoid(), cuid: z.cuid() },
  ...{ cuid2: z.cuid2(), ulid: z.ulid(), xid: z.xid(), ksuid: z.ksuid(), emoji: z.emoji(), jwt: z.jwt(), hex: z.hex() },
  ...{ ipv4: z.ipv4(), ipv6: z.ipv6(), cidrv4: z.cidrv4(), cidrv6: z.cidrv6(), mac: z.mac(), hostname: z.hostname() },
  ...{ base64: z.base64(), base64url: z.base64url(), e164: z.e164(), hash: z.hash("sha256") },
  ...{ date: z.iso.date(), time: z.iso.time(), datetime: z.iso.datetime(), duration: z.iso.duration() },
  ...{ offset: z.iso.datetime({ offset: true }), templateLiteral: z.templateLiteral(["v", z.number(), ".", z.int()]) },
  ...{ gt: z.number().gt(1), gte: z.number().gte(1), lt: z.number().lt(5), lte: z.number().lte(5) },
  ...{ multipleOf: z.number().multipleOf(0.1), positive: z.number().positive(), nonnegative: z.number().nonnegative() },
  ...{
    literal: z.literal("a"),
    literals: z.literal(["a", 1, true, null]),
    number3: z.literal(3),
    nullish: z.nullish(z.int()),
  },
  ...{
    enum: z.enum(["a", "b"]),
    numbers: z.enum({ A: 1, B: 2 }),
    stringbool: z.stringbool(),
    success: z.success(z.int()),
  },
  ...{ array: z.array(z.int()), lengths: z.array(z.int()).min(1).max(2), exact: z.array(z.int()).length(2) },
  ...{ tuple: z.tuple([z.string(), z.int()]), rest: z.tuple([z.string()], z.int()) },
  ...{ optionalItem: z.tuple([z.string(), z.int().optional()]), union: z.union([z.string(), z.int()]) },
  ...{
    xor: z.xor([z.string(), z.object({ a: z.int() })]),
    intersection: z.object({ a: z.int() }).and(z.object({ b: z.int() })),
  },
  object: z.object({ a: z.string(), b: z.int().optional(), c: z.boolean().default(true), d: z.null().nullable() }),
  ...{ strict: z.strictObject({ a: z.int() }), loose: z.looseObject({ a: z.int() }), empty: z.object({}) },
  ...{ catchall: z.object({ a: z.string() }).catchall(z.int()), partial: z.object({ a: z.int() }).partial() },
  ...{ record: z.record(z.string(), z.int()), keys: z.record(z.enum(["a", "b"]), z.int()) },
  ...{
    keyPattern: z.record(z.string().regex(/^x-/), z.int()),
    partialRecord: z.partialRecord(z.enum(["a", "b"]), z.int()),
  },
  ...{ looseRecord: z.looseRecord(z.string().regex(/^x-/), z.int()), numberKeys: z.record(z.number(), z.int()) },
  ...{
    default: z.string().default("a"),
    prefault: z.string().prefault("a"),
    catch: z.int().catch(1),
    file: z.file().max(9),
  },
  ...{
    readonly: z.array(z.int()).readonly(),
    brand: z.string().brand("x"),
    nonoptional: z.int().optional().nonoptional(),
  },
  ...{ pipe: z.string().pipe(z.string().min(2)), refine: z.string().refine(() => true), promise: z.promise(z.int()) },
  ...{ preprocess: z.preprocess(Number, z.int()), transform: z.string().transform(Number).pipe(z.int()) },
  ...{
    lazy: z.lazy(() => z.object({ a: z.int() })),
    json: z.json(),
    category,
    optional: z.object({ a: z.optional(category) }),
  },
  discriminated: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("a"), x: z.int() }),
    z.object({ kind: z.enum(["b", "c"]), x: z.string() }),
    z.discriminatedUnion("deep", [
      z.object({ kind: z.literal("d"), deep: z.literal(1) }),
      z.object({ kind: z.literal("d"), deep: z.literal(2), x: z.null() }),
    ]),
  ]),
  meta: z.object({ a: z.string().meta({ id: "NameForTest", title: "t", description: "d", examples: ["x"] }) }),
  deprecated: z.string().describe("old").meta({ deprecated: true }),
};

interface Item {
  name: string;
  items?: Item[] | undefined;
}
const item: v.GenericSchema<Item> = v.object({ name: v.string(), items: v.optional(v.array(v.lazy(() => item))) });

const text = (...actions: v.PipeItem<string, string, v.BaseIssue<unknown>>[]): v.GenericSchema =>
  actions.reduce<v.GenericSchema<string>>((schema, action) => v.pipe(schema, action), v.string());
const num = (...actions: v.PipeItem<number, number, v.BaseIssue<unknown>>[]): v.GenericSchema =>
  actions.reduce<v.GenericSchema<number>>((schema, action) => v.pipe(schema, action), v.number());

const valibotSchemas: Readonly<Record<string, v.GenericSchema>> = {
  ...{
    string: v.string(),
    number: v.number(),
    boolean: v.boolean(),
    null: v.null_(),
    any: v.any(),
    unknown: v.unknown(),
  },
  ...{ never: v.never(), array: v.array(v.number()), tuple: v.tuple([v.string(), v.number()]) },
  ...{ looseTuple: v.looseTuple([v.string()]), strictTuple: v.strictTuple([v.string()]) },
  ...{
    tupleWithRest: v.tupleWithRest([v.string()], v.number()),
    object: v.object({ a: v.string(), b: v.optional(v.null_()) }),
  },
  ...{ looseObject: v.looseObject({ a: v.number() }), strictObject: v.strictObject({ a: v.number() }) },
  ...{ objectWithRest: v.objectWithRest({ a: v.string() }, v.number()), record: v.record(v.string(), v.number()) },
  ...{ keys: v.record(v.pipe(v.string(), v.regex(/^x-/)), v.number()), nullable: v.nullable(v.string()) },
  ...{ nullish: v.nullish(v.string()), exactOptional: v.object({ a: v.exactOptional(v.string()) }) },
  ...{
    undefinedable: v.object({ a: v.undefinedable(v.string()) }),
    default: v.object({ a: v.optional(v.string(), "b") }),
  },
  ...{ literal: v.literal("a"), enum: v.enum({ A: "a", B: 2 }), picklist: v.picklist(["a", "b", 1]) },
  ...{
    union: v.union([v.string(), v.number()]),
    intersect: v.intersect([v.object({ a: v.string() }), v.object({ b: v.number() })]),
  },
  variant: v.variant("kind", [
    v.object({ kind: v.literal("a"), x: v.number() }),
    v.strictObject({ kind: v.picklist(["b", "c"]), x: v.string() }),
  ]),
  ...{ lazy: item, definitions: v.object({ first: item, second: item }) },
  ...{ base64: text(v.base64()), bic: text(v.bic()), cuid2: text(v.cuid2()), decimal: text(v.decimal()) },
  ...{ digits: text(v.digits()), domain: text(v.domain()), emoji: text(v.emoji()), hash: text(v.hash(["md5"])) },
  ...{
    hexadecimal: text(v.hexadecimal()),
    hexColor: text(v.hexColor()),
    isrc: text(v.isrc()),
    isoWeek: text(v.isoWeek()),
  },
  ...{ isoTimeSecond: text(v.isoTimeSecond()), ksuid: text(v.ksuid()), mac: text(v.mac()), mac48: text(v.mac48()) },
  ...{
    mac64: text(v.mac64()),
    nanoid: text(v.nanoid()),
    octal: text(v.octal()),
    slug: text(v.slug()),
    ulid: text(v.ulid()),
  },
  ...{
    email: text(v.email()),
    rfcEmail: text(v.rfcEmail()),
    endsWith: text(v.endsWith("b")),
    includes: text(v.includes("b")),
  },
  ...{ startsWith: text(v.startsWith("a")), empty: text(v.empty()), ipv4: text(v.ipv4()), ipv6: text(v.ipv6()) },
  ...{ isoDate: text(v.isoDate()), isoDateTime: text(v.isoDateTime()), isoTimestamp: text(v.isoTimestamp()) },
  ...{
    isoTime: text(v.isoTime()),
    jws: text(v.jwsCompact()),
    length: text(v.length(2)),
    maxLength: text(v.maxLength(2)),
  },
  ...{
    minLength: text(v.minLength(2)),
    nonEmpty: text(v.nonEmpty()),
    regex: text(v.regex(/^a+$/)),
    url: text(v.url()),
  },
  ...{ uuid: text(v.uuid()), notValue: text(v.notValue("a")), notValues: text(v.notValues(["a", "b"])) },
  ...{ integer: num(v.integer()), safeInteger: num(v.safeInteger()), gt: num(v.gtValue(1)), lt: num(v.ltValue(5)) },
  ...{ min: num(v.minValue(1)), max: num(v.maxValue(5)), multipleOf: num(v.multipleOf(0.5)) },
  ...{ value: num(v.value(3)), values: num(v.values([1, 2])) },
  items: v.pipe(v.array(v.number()), v.minLength(1), v.maxLength(2)),
  itemsExactly: v.pipe(v.array(v.number()), v.length(2)),
  itemsNone: v.pipe(v.array(v.number()), v.empty()),
  itemsSome: v.pipe(v.array(v.number()), v.nonEmpty()),
  entries: v.pipe(v.record(v.string(), v.number()), v.minEntries(1), v.maxEntries(2)),
  entriesExactly: v.pipe(v.record(v.string(), v.number()), v.entries(1)),
  described: v.pipe(v.string(), v.title("t"), v.description("d"), v.examples(["a"]), v.metadata({ title: "m" })),
};

const arkTypes: Readonly<Record<string, { toJsonSchema(options: object): object }>> = {
  ...{ string: type("string"), number: type("number"), boolean: type("boolean"), null: type("null") },
  ...{ unknown: type("unknown"), object: type("object"), integer: type("number.integer") },
  ...{
    literal: type("'a'"),
    number3: type("3"),
    true: type("true"),
    enum: type("'a' | 'b' | 1"),
    unit: type.enumerated("a", 1, null),
  },
  ...{ union: type("string | number"), nullable: type("string | null"), optional: type({ "a?": "string" }) },
  ...{
    atLeast: type("number >= 1"),
    moreThan: type("number > 1"),
    range: type("1 <= number < 5"),
    divisor: type("number % 3"),
  },
  ...{ length: type("string == 2"), lengths: type("1 <= string <= 2"), pattern: type(/^a+$/), two: type("/a/ & /b/") },
  ...{ email: type("string.email"), uuid: type("string.uuid"), url: type("string.url"), ip: type("string.ip") },
  ...{
    isoDate: type("string.date.iso"),
    digits: type("string.digits"),
    alpha: type("string.alpha"),
    hex: type("string.hex"),
  },
  ...{
    lower: type("string.lower"),
    semver: type("string.semver"),
    base64: type("string.base64"),
    regex: type("string.regex"),
  },
  ...{
    creditCard: type("string.creditCard"),
    uri: type("string.date"),
    epoch: type("number.epoch"),
    json: type("string.json"),
  },
  ...{ array: type("string[]"), items: type("1 <= number[] <= 2"), exactly: type("number[] == 2") },
  ...{
    tuple: type(["string", "number"]),
    rest: type(["string", "...", "number[]"]),
    optionalItem: type(["string", "number?"]),
  },
  ...{ defaultItem: type(["string", "number = 3"]), none: type([]), postfix: type(["...", "number[]", "string"]) },
  ...{ properties: type({ a: "string", "b?": "number" }), closed: type({ "+": "reject", a: "string" }) },
  ...{
    index: type({ "[string]": "number" }),
    patternIndex: type({ "[/^x-/]": "number" }),
    record: type("Record<string, number>"),
  },
  ...{
    default: type({ a: "string = 'b'" }),
    nested: type({ a: { b: "string[]" } }),
  },
  ...{ deleted: type({ "+": "delete", a: "string" }), indexAnd: type({ "[string]": "unknown", a: "number" }) },
  tagged: type({ kind: "'a'", x: "number" }).or({ kind: "'b' | 'c'", x: "string" }),
  and: type({ a: "string" }).and({ b: "number" }),
  recursive: type.module({ item: { name: "string", "items?": "item[]" } }).item,
  ...{
    date: type("Date"),
    dates: type({ at: "Date", "until?": "Date > d'2024-01-01'" }),
    parsed: type("string.numeric.parse"),
  },
  ...{
    narrowed: type("string").narrow(() => true),
    described: type("string").describe("a name"),
    bigint: type("bigint"),
  },
  ...{ symbolKey: type({ [Symbol("s")]: "string", a: "string" }), instance: type.instanceOf(Map) },
};

/** Schemas that JSON Schema can't express are left out, and dates are texts. */
const fallback = {
  default: ({ base }: { base: object }) => base,
  date: ({ base }: { base: object }) => ({ ...base, type: "string", format: "date-time" }),
};

const emitted: readonly (readonly [name: string, schema: JsonSchema])[] = [
  ...Object.entries(zodTypes).flatMap(([name, schema]) =>
    (["draft-2020-12", "draft-7"] as const).flatMap((target) =>
      (["input", "output"] as const).map(
        (io) =>
          [
            `zod ${name} (${target}, ${io})`,
            z.toJSONSchema(schema, { target, io, unrepresentable: "any" }) as JsonSchema,
          ] as const,
      ),
    ),
  ),
  ...Object.entries(valibotSchemas).flatMap(([name, schema]) =>
    (["draft-2020-12", "draft-07"] as const).map(
      (target) =>
        [
          `valibot ${name} (${target})`,
          { ...toJsonSchema(schema, { target, definitions: { item } }) } as JsonSchema,
        ] as const,
    ),
  ),
  ...Object.entries(arkTypes).flatMap(([name, schema]) =>
    (["draft-2020-12", "draft-07"] as const).map(
      (target) => [`arktype ${name} (${target})`, schema.toJsonSchema({ target, fallback }) as JsonSchema] as const,
    ),
  ),
];

describe("interpretSchema", () => {
  it.each(emitted)("checks values by the schema of %s as compileSchema does", (_, schema) => {
    const [interpreted, compiled] = [interpretSchema(schema), compileSchema(schema)];
    const values = fc.oneof(valuesOf(schema), anyValue);
    fc.assert(
      fc.property(values, (value) => void expect(interpreted(value)).toEqual(compiled(value))),
      { numRuns: 40 },
    );
  });
});
