import { type CallPart, complete, type Model, type ModelEvent, type ModelResponse } from "@helve/agent";
import type { aiSdkModel } from "@helve/agent/ai-sdk";
import type { ToolCall } from "@helve/core";
import type { LanguageModel } from "ai";
import { expectTypeOf, it } from "vitest";

it("types the shapes that users write", () => {
  expectTypeOf<CallPart>().toExtend<ToolCall>();
  expectTypeOf<CallPart["arguments"]>().toEqualTypeOf<string>();
  expectTypeOf<ReturnType<Model["generate"]>>().toEqualTypeOf<AsyncIterable<ModelEvent>>();
  expectTypeOf(complete).returns.resolves.toEqualTypeOf<ModelResponse>();
});

it("takes the models of the AI SDK, but not their names", () => {
  expectTypeOf<Extract<LanguageModel, { specificationVersion: "v3" | "v4" }>>().toExtend<
    Parameters<typeof aiSdkModel>[0]
  >();
  expectTypeOf<string>().not.toExtend<Parameters<typeof aiSdkModel>[0]>();
});
