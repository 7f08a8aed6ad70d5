import { decodeValue, fromWireArguments } from "@helve/arguments";
import type { Issue, JsonSchema } from "@helve/core";
import {
  propertyOfWireName,
  schemaValidator,
  type ToolSource,
  toAnthropicTools,
  toGeminiTools,
  toMcpTools,
  toOpenAiTools,
  wirePropertyName,
} from "@helve/opentool";
import { runs } from "@helve/testing/property-runs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { argumentSchemas } from "./provider-schemas.ts";
import { wireValue, wireValues } from "./wire-values.ts";

interface Shown {
  readonly schema: JsonSchema;
  readonly losses: readonly Issue[];
  /** Whether absent optional properties are null. */
  readonly isStrict?: boolean;
  /** Whether property names are those on the wire. */
  readonly isRenamed?: boolean;
}

/** The tool as each provider is shown it. */
const formats: Readonly<Record<string, (tool: ToolSource) => Shown>> = {
  openai: (tool) => {
    const { tools, losses } = toOpenAiTools([tool]);
    return { schema: tools[0]?.function.parameters ?? {}, losses };
  },
  "openai-strict": (tool) => {
    const { tools, losses } = toOpenAiTools([tool], { api: "responses", strict: true });
    return { schema: tools[0]?.parameters ?? {}, losses, isStrict: tools[0]?.strict === true };
  },
  anthropic: (tool) => {
    const { tools, losses } = toAnthropicTools([tool]);
    return { schema: tools[0]?.input_schema ?? {}, losses, isRenamed: true };
  },
  gemini: (tool) => {
    const { tools, losses } = toGeminiTools([tool]);
    return { schema: tools[0]?.parametersJsonSchema ?? { type: "object", additionalProperties: false }, losses };
  },
  mcp: (tool) => {
    const { tools, losses } = toMcpTools([tool]);
    return { schema: tools[0]?.inputSchema ?? {}, losses };
  },
};

const toolOf = (parameters: JsonSchema): ToolSource => ({ name: "t", description: "T.", parameters });

/** The keywords at the root whose members are merged: an admitted value may mix them. */
const isMerged = ({ code, path }: Issue): boolean =>
  /^\/0\/parameters\/(?:oneOf|anyOf|allOf)$/.test(path ?? "") && code !== "";

describe.each(Object.entries(formats))("arguments in the format %s", (_name, show) => {
  it("may be any value that the tool accepts, and decode to it", () => {
    const cases = argumentSchemas.chain((one) => fc.tuple(fc.constant(one.schema), one.values));
    fc.assert(
      fc.property(cases, ([schema, value]) => {
        expect(schemaValidator(schema, { assertFormats: true })(value)).toEqual([]);
        const shown = show(toolOf(schema));
        const wire = wireValue(value, schema, shown);
        expect(schemaValidator(shown.schema, { assertFormats: true })(wire)).toEqual([]);
        expect(decodeValue(wire, schema)).toMatchObject({ ok: true });
        const restored = fromWireArguments(wire, schema).value;
        expect(schemaValidator(schema, { assertFormats: true })(restored)).toEqual([]);
        if (shown.isStrict !== true) expect(restored).toEqual(value);
      }),
      { numRuns: runs(30) },
    );
  });

  it("decode if the provider's schema admits them, except where a loss says so", () => {
    const cases = argumentSchemas.chain(({ schema }) => {
      const shown = show(toolOf(schema));
      return fc.tuple(fc.constant(schema), fc.constant(shown), wireValues(shown.schema));
    });
    fc.assert(
      fc.property(cases, ([schema, { schema: admitted, losses }, wire]) => {
        fc.pre(schemaValidator(admitted, { assertFormats: true })(wire).length === 0);
        const decoded = decodeValue(wire, schema);
        if (decoded.ok || losses.some(isMerged)) return;
        // A union fails as a whole if a member lost a keyword.
        const codes = new Set([...losses.map(({ code }) => code), ...(losses.length > 0 ? ["anyOf", "oneOf"] : [])]);
        expect(decoded.issues.filter(({ code }) => !codes.has(code))).toEqual([]);
      }),
      { numRuns: runs(30) },
    );
  });
});

describe("fromWireArguments", () => {
  const schema = {
    type: "object",
    properties: { $filter: { type: "string" }, top: { type: "integer" }, note: { type: ["string", "null"] } },
    required: ["$filter"],
    additionalProperties: false,
  } as const;

  it("gives properties their own names, and removes the nulls of absent ones", () => {
    expect(fromWireArguments({ _filter: "a", top: null, note: null }, schema)).toEqual({
      value: { $filter: "a", note: null },
      repairs: [
        { kind: "property_name", path: "/_filter", before: "a", after: undefined },
        { kind: "property_name", path: "/$filter", before: undefined, after: "a" },
        { kind: "absent_null", path: "/top", before: null, after: undefined },
      ],
    });
  });

  it("converts no other value", () => {
    const args = { _filter: 3, top: "5", note: "null" };
    expect(fromWireArguments(args, schema).value).toEqual({ $filter: 3, top: "5", note: "null" });
  });

  it("keeps a name that the schema allows as another property", () => {
    const open = { ...schema, required: [], additionalProperties: true };
    expect(fromWireArguments({ _filter: "a" }, open).value).toEqual({ _filter: "a" });
    expect(fromWireArguments({ _filter: "a" }, { ...open, required: ["$filter"] }).value).toEqual({ $filter: "a" });
  });

  it("renames nothing if a property would be overwritten, or if two names fit", () => {
    expect(fromWireArguments({ $filter: "a", _filter: "b" }, schema).value).toEqual({ $filter: "a", _filter: "b" });
    const twice = {
      ...schema,
      properties: { $a: { type: "string" }, "@a": { type: "string" } },
      required: [],
    } as const;
    expect(fromWireArguments({ _a: "x" }, twice).value).toEqual({ _a: "x" });
  });
});

describe("wirePropertyName", () => {
  it("is allowed by every provider, differs between properties, and leads back to the property", () => {
    const names = fc.uniqueArray(fc.oneof(fc.string(), fc.constantFrom("$a", "_a", "@a", "a".repeat(70))), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(names, (all) => {
        const wires = all.map((name) => wirePropertyName(name, all));
        expect(new Set(wires).size).toBe(all.length);
        for (const [index, wire] of wires.entries()) {
          expect(wire).toMatch(/^[a-zA-Z0-9_.-]{1,64}$/);
          if (wire !== all[index]) expect(propertyOfWireName(wire, all)).toBe(all[index]);
        }
      }),
    );
  });
});
