import { ownMember, pointerParts } from "@helve/core/internal";
import {
  diffOpenTool,
  fingerprintFunction,
  type Impact,
  type OpenTool,
  type OpenToolFunction,
  type Parameter,
  type Return,
  type Schema,
} from "@helve/opentool";
import { runs } from "@helve/testing/property-runs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { documents, kettle, kettleWith } from "./documents.ts";

const read = { name: "read", description: "Reads.", parameters: [] } as const;
const text = { type: "string" } as const;

function documentOf(fn: Partial<OpenToolFunction>, schemas: OpenTool["schemas"] = {}): OpenTool {
  const functions = [{ ...read, ...fn }];
  return { opentool: "1.0.0", info: { title: "Meter", version: "1.0.0" }, functions, schemas };
}

function parameter(name: string, schema: Schema = text, required = false): Parameter {
  return { name, schema, required };
}

function returned(schema: Schema, name = "value"): Return {
  return { name, schema };
}

function said(before: OpenTool, after: OpenTool): readonly string[] {
  return diffOpenTool(before, after).changes.map(({ kind, impact, path }) => `${impact} ${kind} ${path}`);
}

/** A change of the kettle at a pointer. */
function kettleSaid(pointer: string, value: unknown): readonly string[] {
  return said(kettle, kettleWith(pointer, value) as OpenTool);
}

const objectOf = (properties: Record<string, Schema>, ...required: string[]): Schema => ({
  type: "object",
  properties,
  required,
});

/** Schemas before and after, what is different, and what that means for a value that goes in, and one that comes out. */
const schemaChanges: readonly (readonly [string, Schema, Schema, Impact, Impact])[] = [
  ["type_widened", { type: "integer" }, { type: "number" }, "compatible", "breaking"],
  ["type_narrowed", { type: "number" }, { type: "integer" }, "breaking", "compatible"],
  ["type_changed", text, { type: "array", items: text }, "breaking", "breaking"],
  ["enum_widened", { ...text, enum: ["a"] }, { ...text, enum: ["b", "a"] }, "compatible", "breaking"],
  ["enum_widened", { ...text, enum: ["a"] }, text, "compatible", "breaking"],
  ["enum_narrowed", { ...text, enum: ["a", "b"] }, { ...text, enum: ["b"] }, "breaking", "compatible"],
  ["enum_narrowed", text, { ...text, enum: ["a"] }, "breaking", "compatible"],
  ["property_added", objectOf({}), objectOf({ a: text }), "compatible", "compatible"],
  ["property_added", objectOf({}), objectOf({ a: text }, "a"), "breaking", "compatible"],
  ["property_removed", objectOf({ a: text }), objectOf({}), "breaking", "breaking"],
  ["made_required", objectOf({ a: text }), objectOf({ a: text }, "a"), "breaking", "compatible"],
  ["made_optional", objectOf({ a: text }, "a"), objectOf({ a: text }), "compatible", "breaking"],
  ["description", text, { ...text, description: "More." }, "cosmetic", "cosmetic"],
  ["unknown_field", text, { ...text, ...{ "x-unit": "s" } }, "cosmetic", "cosmetic"],
  ["constraint_narrowed", text, { ...text, maxLength: 9 }, "breaking", "compatible"],
  ["constraint_narrowed", { ...text, maxLength: 9 }, { ...text, maxLength: 8 }, "breaking", "compatible"],
  ["constraint_widened", { ...text, minLength: 2 }, { ...text, minLength: 1 }, "compatible", "breaking"],
  ["constraint_widened", { ...text, pattern: "a" }, text, "compatible", "breaking"],
  ["constraint_changed", { ...text, pattern: "a" }, { ...text, pattern: "b" }, "breaking", "breaking"],
  ["constraint_changed", text, { ...text, "x-json-schema": { type: ["string", "null"] } }, "breaking", "breaking"],
  ["annotation", { ...text, title: "A" }, { ...text, title: "B" }, "cosmetic", "cosmetic"],
];

/** Ways to put a schema within another, by a list of them; named ones go into `schemas`. */
function wrapped(schema: Schema, ways: readonly string[], schemas: Record<string, Schema>): Schema {
  return ways.reduce<Schema>((inner, way, index) => {
    if (way === "items") return { type: "array", items: inner };
    if (way === "property") return objectOf({ toString: inner, other: text }, "toString");
    const name = `${way}${index}`;
    const $ref = `#/schemas/${name}`;
    schemas[name] = way === "named" && !("$ref" in inner) ? inner : objectOf({ again: { $ref }, inner });
    return { $ref };
  }, schema);
}

const ways = fc.array(fc.constantFrom("items", "property", "named", "recursive"), { maxLength: 5 });

describe("diffOpenTool with schemas", () => {
  it.each(schemaChanges)(
    "reports %s for %j changed to %j (parameter: %s, return: %s)",
    async (kind, before, after, whenIn, whenOut) => {
      await fc.assert(
        fc.asyncProperty(ways, fc.constantFrom("parameter", "return", "event"), async (list, where) => {
          const documentWith = (schema: Schema): OpenTool => {
            const schemas: Record<string, Schema> = {};
            const whole = wrapped(schema, list, schemas);
            if (where === "parameter") return documentOf({ parameters: [parameter("p", whole)] }, schemas);
            if (where === "return") return documentOf({ return: returned(whole) }, schemas);
            return documentOf({ stream: { data: returned(whole) } }, schemas);
          };
          const [old, now] = [documentWith(before), documentWith(after)];
          const impact = where === "parameter" ? whenIn : whenOut;
          const { changes, bump } = diffOpenTool(old, now);
          expect(changes).toMatchObject([{ kind, impact, functions: ["read"] }]);
          expect(bump).toBe({ breaking: "major", compatible: "minor", cosmetic: "patch" }[impact]);
          expect(await prints(now)).not.toEqual(await prints(old));
        }),
        { numRuns: 25 },
      );
    },
  );

  it("compares the schemas that references lead to, not their names", () => {
    const list: Schema = objectOf({ next: { $ref: "#/schemas/List" } });
    const unrolled: Schema = objectOf({ next: objectOf({ next: { $ref: "#/schemas/Chain" } }) });
    const before = documentOf({ parameters: [parameter("p", { $ref: "#/schemas/List" })] }, { List: list });
    const after = documentOf({ parameters: [parameter("p", { $ref: "#/schemas/Chain" })] }, { Chain: unrolled });
    expect(said(before, after)).toEqual(["cosmetic schema_renamed /schemas/Chain"]);
    const inline = documentOf({ parameters: [parameter("p", { ...text, description: "A." })] });
    const named = documentOf(
      { parameters: [parameter("p", { $ref: "#/schemas/Text", description: "A." })] },
      { Text: text },
    );
    expect(said(inline, named)).toEqual(["cosmetic schema_added /schemas/Text"]);
    expect(said(named, inline)).toEqual(["cosmetic schema_removed /schemas/Text"]);
  });

  it("reports a change of a shared schema once, with its worst impact", () => {
    const $ref = "#/schemas/Level";
    const open = { ...read, name: "open", return: returned({ $ref }) };
    const set = { ...read, name: "set", parameters: [parameter("level", { $ref })] };
    const documentWith = (Level: Schema): OpenTool => ({ ...documentOf({}, { Level }), functions: [open, set] });
    const { changes } = diffOpenTool(documentWith({ type: "number" }), documentWith({ type: "integer" }));
    expect(changes).toEqual([
      {
        kind: "type_narrowed",
        impact: "breaking",
        path: "/schemas/Level",
        message: "schemas.Level was a number, is now an integer",
        functions: ["open", "set"],
      },
    ]);
  });

  it("reports the location of a changed description", () => {
    expect(kettleSaid("/schemas/State/description", "Hot or cold.")).toEqual(["cosmetic description /schemas/State"]);
    expect(kettleSaid("/functions/0/return/schema/description", "Its state.")).toEqual([
      "cosmetic description /functions/0/return/schema",
    ]);
  });
});

describe("diffOpenTool with functions", () => {
  const [a, b, c] = [parameter("a"), parameter("b"), parameter("c")];
  const functions: readonly (readonly [string, Partial<OpenToolFunction>, Partial<OpenToolFunction>, string[]])[] = [
    ["a required parameter more", {}, { parameters: [{ ...a, required: true }] }, ["breaking parameter_added /0"]],
    ["an optional parameter more", { parameters: [a] }, { parameters: [a, b] }, ["compatible parameter_added /1"]],
    ["a removed parameter", { parameters: [a, b, c] }, { parameters: [a, c] }, ["breaking parameter_removed /1"]],
    [
      "a parameter that became required",
      { parameters: [a] },
      { parameters: [{ ...a, required: true }] },
      ["breaking made_required /0"],
    ],
    [
      "a parameter that became optional",
      { parameters: [{ ...a, required: true }] },
      { parameters: [a] },
      ["compatible made_optional /0"],
    ],
    ["parameters in another order", { parameters: [a, b] }, { parameters: [b, a] }, ["cosmetic parameter_order "]],
    [
      "a parameter added between others",
      { parameters: [a, b] },
      { parameters: [a, c, b] },
      ["compatible parameter_added /1", "cosmetic parameter_order "],
    ],
  ];

  it.each(functions)("reports %s", (_, before, after, expected) => {
    const changes = said(documentOf(before), documentOf(after));
    expect(changes.map((change) => change.replace("/functions/0/parameters", ""))).toEqual(expected);
  });

  it.each<readonly [string, Partial<OpenToolFunction>, Partial<OpenToolFunction>, string]>([
    ["an added return", {}, { return: returned(text) }, "compatible return_added /functions/0/return"],
    [
      "a null return replaced by a return",
      { return: null },
      { return: returned(text) },
      "compatible return_added /functions/0/return",
    ],
    ["a removed return", { return: returned(text) }, {}, "breaking return_removed /functions/0/return"],
    [
      "a return replaced by null",
      { return: returned(text) },
      { return: null },
      "breaking return_removed /functions/0/return",
    ],
    ["a removed null return", { return: null }, {}, "compatible return_removed /functions/0/return"],
    [
      "a renamed return",
      { return: returned(text) },
      { return: returned(text, "v") },
      "breaking return_name /functions/0/return",
    ],
    ["an added stream", {}, { stream: {} }, "compatible stream_added /functions/0/stream"],
    ["a removed stream", { stream: {} }, {}, "breaking stream_removed /functions/0/stream"],
    [
      "an added event",
      { stream: {} },
      { stream: { "a/b": returned(text) } },
      "compatible event_added /functions/0/stream/a~1b",
    ],
    [
      "a removed event",
      { stream: { toString: returned(text) } },
      { stream: {} },
      "breaking event_removed /functions/0/stream/toString",
    ],
    ["a changed description", {}, { description: "Reads it." }, "cosmetic description /functions/0"],
  ])("reports %s", (_, before, after, expected) => {
    expect(said(documentOf(before), documentOf(after))).toEqual([expected]);
  });

  it("reports an added function as a probable rename if its name is close and its calls are compatible", () => {
    const { changes } = diffOpenTool(documentOf({}), documentOf({ name: "reed", description: "Reads it." }));
    expect(changes.map(({ impact, message, renamedTo }) => [impact, message, renamedTo])).toEqual([
      ["compatible", "reed was added", undefined],
      ["breaking", 'read was removed, did it become "reed"?', "reed"],
    ]);
    const other = documentOf({ name: "reed", return: returned(text) });
    expect(diffOpenTool(documentOf({ return: null }), documentOf({ name: "write" })).changes[1]?.message).toBe(
      "read was removed",
    );
    expect(diffOpenTool(other, documentOf({})).changes[1]?.message).toBe("reed was removed");
  });
});

describe("diffOpenTool with documents", () => {
  it("reports changes of opentool, info and server", () => {
    expect(kettleSaid("/info/title", "Pot")).toEqual(["cosmetic title /info/title"]);
    expect(kettleSaid("/info/description", undefined)).toEqual(["cosmetic description /info"]);
    expect(kettleSaid("/opentool", "1.1.0")).toEqual(["cosmetic opentool_version /opentool"]);
    expect(kettleSaid("/x-cost", 3)).toEqual(["cosmetic unknown_field "]);
    expect(kettleSaid("/server", { url: "https://a" })).toEqual(["compatible server_added /server"]);
  });

  it("reports a changed server URL as breaking", () => {
    const at = (url: string): OpenTool => ({ ...kettle, server: { url } });
    expect(said(at("https://a"), at("https://b"))).toEqual(["breaking server_url /server/url"]);
    expect(said(at("https://a"), kettle)).toEqual(["breaking server_removed /server"]);
  });

  it.each<readonly [version: string, bumps: readonly string[]]>([
    ["1.0.0", ["major", "minor", "patch", "none"]],
    ["0.3.0", ["minor", "patch", "patch", "none"]],
    ["first", ["major", "minor", "patch", "none"]],
  ])("recommends, after version %s, %j for a breaking, compatible, cosmetic and no change", (version, bumps) => {
    const before: OpenTool = { ...documentOf({}), info: { title: "Meter", version } };
    const [fn = read] = before.functions;
    const after: readonly OpenTool[] = [
      { ...before, functions: [] },
      { ...before, functions: [fn, { ...read, name: "more" }] },
      { ...before, functions: [{ ...read, description: "Reads it." }] },
      { ...before, info: { title: "Meter", version: "2.0.0" } },
    ];
    expect(after.map((document) => diffOpenTool(before, document).bump)).toEqual(bumps);
  });
});

/** Documents with functions of the same names. */
const pairs = fc
  .tuple(documents, documents)
  .map(([before, other]): readonly [OpenTool, OpenTool] => [
    before,
    { ...other, functions: before.functions.map(({ name }, index) => ({ ...read, ...other.functions[index], name })) },
  ]);

/** Documents whose few schemas refer to each other in all ways, so that many of them say the same. */
const knots = fc.array(
  fc.tuple(fc.constantFrom("array", "object", "string"), fc.nat(4), fc.nat(4), fc.constantFrom("", "", "A.")),
  { minLength: 2, maxLength: 5 },
);
const knotted = knots.map((list): OpenTool => {
  const ref = (index: number): Schema => ({ $ref: `#/schemas/s${index % list.length}` });
  const schemas = list.map(([type, first, second, description], index): readonly [string, Schema] => {
    const own = description === "" ? {} : { description };
    if (type === "string") return [`s${index}`, { type, ...own }];
    if (type === "array") return [`s${index}`, { type, items: ref(first), ...own }];
    return [`s${index}`, { type: "object", properties: { a: ref(first), b: ref(second) }, ...own }];
  });
  return documentOf({ parameters: [parameter("p", ref(0))], return: returned(ref(1)) }, Object.fromEntries(schemas));
});

/** The same document, with each reference replaced by the schema that it names. */
function unrolled(document: OpenTool): OpenTool {
  const { schemas = {} } = document;
  const spelledOut = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(spelledOut);
    if (typeof value !== "object" || value === null) return value;
    if ("$ref" in value) return schemas[String(value.$ref).replace("#/schemas/", "")];
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, spelledOut(member)]));
  };
  return spelledOut(document) as OpenTool;
}

const opposite = new Map([
  ["added", "removed"],
  ["widened", "narrowed"],
  ["required", "optional"],
]);
for (const [word, other] of [...opposite]) opposite.set(other, word);

function turned(kind: string): string {
  return kind.replace(/added|removed|widened|narrowed|required|optional/, (word) => opposite.get(word) ?? word);
}

function prints(document: OpenTool): Promise<readonly string[]> {
  return Promise.all(document.functions.map((fn) => fingerprintFunction(fn, document.schemas)));
}

function isThere(pointer: string, document: unknown): boolean {
  return pointerParts(pointer).reduce(ownMember, document) !== undefined;
}

describe("diffOpenTool with random documents", () => {
  it("finds no difference between a document and itself", () => {
    fc.assert(
      fc.property(fc.oneof(documents, knotted), (document) => {
        const copy: OpenTool = JSON.parse(JSON.stringify(document));
        expect(diffOpenTool(document, copy)).toEqual({ changes: [], bump: "none" });
      }),
    );
  });

  it("finds the opposite differences in the other direction, with paths that exist", () => {
    fc.assert(
      fc.property(fc.oneof(pairs, fc.tuple(knotted, knotted)), ([before, after]) => {
        const there = diffOpenTool(before, after).changes;
        const back = diffOpenTool(after, before).changes;
        for (const { kind, path } of there)
          expect([path, isThere(path, kind.endsWith("_removed") ? before : after)]).toEqual([path, true]);
        const kinds = (changes: typeof there, name: (kind: string) => string): ReadonlySet<string> =>
          new Set(
            changes
              .filter(({ kind }) => kind !== "parameter_order")
              .flatMap(({ kind, functions }) => ["", ...functions].map((fn) => `${fn} ${name(kind)}`)),
          );
        expect(kinds(back, turned)).toEqual(kinds(there, (kind) => kind));
      }),
      { numRuns: runs(60) },
    );
  });

  it("finds no difference after inlining references", async () => {
    await fc.assert(
      fc.asyncProperty(knotted, async (document) => {
        const other = unrolled(document);
        expect(diffOpenTool(document, other).changes).toEqual([]);
        expect(await prints(other)).toEqual(await prints(document));
      }),
    );
  });

  it("finds a difference in a function if and only if its fingerprint changed", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(pairs, fc.tuple(knotted, knotted)), async ([before, after]) => {
        const changes = diffOpenTool(before, after).changes.filter(({ kind }) => kind !== "parameter_order");
        const [old, now] = [await prints(before), await prints(after)];
        for (const [index, { name }] of before.functions.entries()) {
          const isOther = changes.some(({ functions }) => functions.includes(name));
          expect([changes, old[index] !== now[index]]).toEqual([changes, isOther]);
        }
      }),
      { numRuns: runs(100) },
    );
  });
});
