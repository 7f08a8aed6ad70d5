import { ActionExecutor } from "@helve/executor";
import { describe, expectTypeOf, it } from "vitest";
import { toolkitFrom } from "../src/index.ts";

const document = {
  opentool: "1.0.0",
  info: { title: "Kettle", version: "1" },
  functions: [
    {
      name: "boil",
      description: "Boil water.",
      parameters: [
        { name: "until", schema: { type: "number" }, required: true },
        { name: "mode", schema: { $ref: "#/schemas/Mode" }, required: false },
      ],
      return: { name: "temperature", schema: { type: "number" } },
    },
    { name: "stop", description: "Stop.", parameters: [] },
  ],
  schemas: { Mode: { type: "string", enum: ["eco", "fast"] } },
} as const;

describe("toolkitFrom", () => {
  it("types the tools by a literal document", async () => {
    const kettle = await toolkitFrom("http://localhost/opentool", { name: "Kettle", document });
    const [boil, stop] = kettle.tools;
    expectTypeOf(boil.name).toEqualTypeOf<"boil">();
    expectTypeOf(boil.execute).parameter(0).toEqualTypeOf<{ readonly until: number; readonly mode?: "eco" | "fast" }>();
    expectTypeOf(stop.name).toEqualTypeOf<"stop">();
  });

  it("types the calls of an executor", async () => {
    const kettle = await toolkitFrom("http://localhost/opentool", { name: "Kettle", document });
    const executor = new ActionExecutor([kettle]);
    expectTypeOf(await executor.call("Kettle.boil", { until: 96, mode: "eco" })).toEqualTypeOf<number>();
    // @ts-expect-error: a number is needed
    await executor.call("Kettle.boil", { until: "hot" });
    // @ts-expect-error: there is no such tool
    await executor.call("Kettle.cool", {});
  });

  it("types tools loosely without a document", async () => {
    const toolkit = await toolkitFrom("http://localhost/opentool");
    expectTypeOf(toolkit.tools[0]?.name).toEqualTypeOf<string | undefined>();
  });
});
