import type { Action, ActionReturn, Guard, Step, ToolCall, Verdict } from "@helve/core";
import { expectTypeOf, it } from "vitest";

it("the shared types have the shapes that every package relies on", () => {
  expectTypeOf<ToolCall>().toEqualTypeOf<{ readonly id: string; readonly name: string; readonly arguments: unknown }>();
  expectTypeOf<Action["replaces"]>().toEqualTypeOf<Action | undefined>();
  expectTypeOf<Step["ran"]>().toEqualTypeOf<boolean>();
  expectTypeOf<Verdict["kind"]>().toEqualTypeOf<"allow" | "stop" | "pending" | "end">();
  expectTypeOf<ReturnType<Guard["before"]>>().toEqualTypeOf<Promise<Verdict>>();
  expectTypeOf<ActionReturn["recoverable"]>().toEqualTypeOf<"model" | "caller" | "nobody" | null>();
});
