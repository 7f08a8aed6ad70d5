import type { ActionReturn } from "@helve/core";
import { type ToolActivities, toolActivities } from "@helve/durable/temporal";
import type { UntypedActivities } from "@temporalio/activity";
import { proxyActivities } from "@temporalio/workflow";
import { expectTypeOf, it } from "vitest";

it("the activities are activities of Temporal, for workers and for workflows", () => {
  const options = {} as Parameters<typeof toolActivities>[0];
  expectTypeOf<{ [Name in keyof ToolActivities]: ToolActivities[Name] }>().toExtend<UntypedActivities>();
  expectTypeOf(toolActivities(options)).toEqualTypeOf<ToolActivities>();
  const { executeCall, resumeCall } = proxyActivities<ToolActivities>({ startToCloseTimeout: "1 minute" });
  expectTypeOf(executeCall({ name: "pay", arguments: {} })).toEqualTypeOf<Promise<ActionReturn>>();
  expectTypeOf(resumeCall({} as ActionReturn, { ran: false })).toEqualTypeOf<Promise<ActionReturn>>();
});
