import fc from "fast-check";

type Document = Readonly<Record<string, unknown>>;

/** A document with one function of the given fields, as an old SDK would write it. */
export function documentWith(...functions: readonly unknown[]): Document {
  return { opentool: "1.0.0", info: { title: "Greenhouse", version: "1.0.0" }, functions };
}

/** `parameters` is like a JSON Schema, with `required` on each property. */
export const sprinkler: Document = documentWith({
  name: "sprinkle",
  description: "Waters a bed.",
  parameters: {
    type: "object",
    properties: {
      bed: { type: "integer", description: "Counted from the door.", required: true },
      mode: { type: "string", enum: ["mist", "rain"] },
      window: {
        type: "object",
        properties: { from: { type: "string", required: true }, to: { type: "string", required: false } },
        required: true,
      },
    },
  },
});

/** The same form, with a list of the required properties as JSON Schema has it. */
export const shutter: Document = documentWith(
  { name: "open", description: "Opens.", parameters: { type: "object", properties: {} } },
  {
    name: "shade",
    description: "Shades.",
    parameters: { properties: { percent: { type: "number" }, pane: { type: "string" } }, required: ["percent"] },
  },
);

/** `parameters` and `returns` are maps by name. */
export const thermometer: Document = documentWith({
  name: "read_temperature",
  description: "Reads a sensor.",
  parameters: {
    sensor: { schema: { type: "string" }, description: "Its label.", required: true },
    unit: { schema: { type: "string" }, enum: ["C", "F"] },
  },
  returns: { degrees: { schema: { type: "number" }, description: "In the unit asked for." } },
});

/** The same form, with parameters whose names look like keywords, and more than one thing returned. */
export const seedbank: Document = documentWith({
  name: "store",
  description: "Stores seeds.",
  parameters: {
    type: { schema: { type: "string" }, required: true },
    properties: {
      schema: { type: "object", properties: { dry: { schema: { type: "boolean" }, required: true } } },
      required: false,
    },
  },
  returns: { shelf: { schema: { type: "string" } }, free: { schema: { type: "integer" } } },
});

/** `parameters` is a list, with wrapped properties. */
export const feeder: Document = documentWith({
  name: "feed",
  description: "Feeds the fish.",
  parameters: [
    {
      name: "meal",
      schema: {
        type: "object",
        properties: {
          food: { schema: { type: "string" }, enum: ["flakes", "peas"], description: "What.", required: true },
          grams: { schema: { type: "number", description: "Dry weight." }, description: "How much." },
        },
      },
      required: true,
    },
  ],
  return: null,
});

/** The same age: a list of plain schemas, with `returns`. */
export const counter: Document = documentWith({
  name: "count_fish",
  description: "Counts.",
  parameters: [{ name: "pond", schema: { type: "string" } }],
  returns: { name: "fish", schema: { type: "integer" } },
});

/** `stream`, which 1.0.0 does not have. */
export const camera: Document = documentWith({
  name: "watch",
  description: "Watches a door.",
  parameters: [],
  return: null,
  stream: { motion: { schema: { type: "string" } }, end: { name: "why", schema: { type: "string" } } },
});

const keys = fc.constantFrom(
  ...["schema", "type", "properties", "items", "enum", "required", "description", "name", "$ref", "x", "__proto__"],
);

/** Anything made of the words that the dialects are made of. */
const soup: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 6 },
    fc.constantFrom<unknown>("object", "string", "integer", "dynamic", "null", "array", true, false, null, 1, "1", ""),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.array(fc.tuple(keys, tie("value")), { maxLength: 5 }).map((entries) => Object.fromEntries(entries)),
    fc.array(fc.tuple(keys, tie("value")), { maxLength: 5 }).map((entries) => Object.fromEntries(entries)),
  ),
})).value;

const optional = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined });

const fn = fc.record({
  name: fc.oneof(fc.constantFrom("a", "a.b", "a:b", "a b", "a_b", "a-b", "", "é", "__proto__"), soup, fc.string()),
  description: optional(soup),
  parameters: optional(fc.oneof(soup, fc.array(fc.record({ name: fc.string(), schema: soup, required: soup })))),
  return: optional(soup),
  returns: optional(soup),
  stream: optional(soup),
});

/** Documents of all dialects and of none. Few of them can be upgraded to the current form. */
export const oldDocuments: fc.Arbitrary<unknown> = fc
  .record({
    opentool: optional(fc.constantFrom<unknown>("1.0.0", "1.1.0", "2.0.0", "0.9", 1)),
    info: optional(fc.constantFrom<unknown>({ title: "Soup" }, { title: "Soup", version: "3" }, "Soup")),
    server: optional(fc.constant({ url: "https://example.com" })),
    functions: fc.oneof({ weight: 9, arbitrary: fc.array(fc.oneof(fn, soup), { maxLength: 4 }) }, soup),
    schemas: optional(soup),
  })
  // As a JSON parser makes it: without members that are undefined, and with `__proto__` as a member of its own.
  .map((document): unknown => JSON.parse(JSON.stringify(document)));
