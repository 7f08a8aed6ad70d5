import type { JsonSchema } from "@helve/core";
import { afterEach, describe, expect, it, vi } from "vitest";

/** How another version of ajv could behave. */
const otherVersions: Readonly<Record<string, (ajv: typeof import("ajv/dist/2020.js")) => object>> = {
  "accepts every value": ({ Ajv2020 }) => {
    class Other extends Ajv2020 {
      override compile = () => Object.assign(() => true, {}) as never;
    }
    return { Ajv2020: Other };
  },
  "ignores keywords that it didn't define": ({ Ajv2020 }) => {
    class Other extends Ajv2020 {
      override addKeyword = () => this;
    }
    return { Ajv2020: Other };
  },
  "evaluates one keyword otherwise": ({ Ajv2020 }) => {
    class Other extends Ajv2020 {
      override removeKeyword(keyword: string) {
        super.removeKeyword("maximum");
        return super.removeKeyword(keyword);
      }
    }
    return { Ajv2020: Other };
  },
  "has no keyword definitions": ({ Ajv2020 }) => {
    class Other extends Ajv2020 {
      override getKeyword = () => true as const;
    }
    return { Ajv2020: Other };
  },
  "throws when it compiles": ({ Ajv2020 }) => {
    class Other extends Ajv2020 {
      override compile = () => {
        throw new TypeError("cxt.fail is not a function");
      };
    }
    return { Ajv2020: Other };
  },
  "generates code that throws": ({ Ajv2020 }) => {
    class Other extends Ajv2020 {
      override compile = () =>
        (() => {
          throw new ReferenceError("vErrors is not defined");
        }) as never;
    }
    return { Ajv2020: Other };
  },
  "has other exports": () => ({ Ajv2020: undefined }),
};

const union: JsonSchema = {
  type: "object",
  properties: {
    n: { multipleOf: 0.1, maximum: 3 },
    shape: {
      oneOf: ["circle", "square"].map((kind) => ({ properties: { kind: { const: kind } }, required: ["kind"] })),
    },
  },
};

describe("compileSchema with an ajv that", () => {
  afterEach(() => {
    vi.doUnmock("ajv/dist/2020.js");
    vi.resetModules();
  });

  it.each(Object.entries(otherVersions))("%s, gives right answers", async (_name, otherVersion) => {
    vi.resetModules();
    vi.doMock("ajv/dist/2020.js", async (importOriginal) => otherVersion(await importOriginal()));
    const { compileSchema } = await import("@helve/opentool");
    const validator = compileSchema(union);
    expect(validator({ n: 0.3, shape: { kind: "circle" } })).toEqual([]);
    expect([{ n: 0.35 }, { n: 3.1 }, { shape: {} }].map((value) => validator.is(value))).toEqual([false, false, false]);
    expect(validator({ n: 3.1, shape: {} }).map(({ code, path }) => [code, path])).toEqual([
      ["maximum", "/n"],
      ["oneOf", "/shape"],
    ]);
  });

  it("is installed, uses it", async () => {
    vi.resetModules();
    const compile = vi.fn();
    vi.doMock("ajv/dist/2020.js", async (importOriginal) => {
      const { Ajv2020 } = await importOriginal<typeof import("ajv/dist/2020.js")>();
      class Counted extends Ajv2020 {
        override compile = ((schema: object) => {
          compile();
          return super.compile(schema);
        }) as never;
      }
      return { Ajv2020: Counted };
    });
    const { compileSchema } = await import("@helve/opentool");
    compileSchema({ type: "string" });
    // Once for the comparison with the interpreter, and once for the schema.
    expect(compile).toHaveBeenCalledTimes(2);
  });
});
