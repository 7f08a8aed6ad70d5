import type { ToolContext, ToolPlace } from "@helve/core";
import { freezeCopy } from "@helve/core/internal";
import type { Tool } from "@helve/tool";
import { CallContext } from "../call-context.ts";
import type { OpenCall } from "../open-call.ts";
import { TimeLimit } from "../time-limit.ts";
import { timeoutOf } from "../timeout-of.ts";

/**
 * Returns the place of a tool for guards; `undefined` if the tool has no `place`, or if there are no guards. If its function fails, the
 * directory is unknown.
 */
export function placeOf(tool: Tool, call: OpenCall): Promise<ToolPlace> | undefined {
  const { place } = tool;
  return place === undefined || call.pipeline.guards.length === 0 ? undefined : findPlace(tool, place, call);
}

async function findPlace(tool: Tool, place: NonNullable<Tool["place"]>, call: OpenCall): Promise<ToolPlace> {
  const { signal } = call.options;
  const controller = new AbortController();
  const context = new CallContext(controller.signal, {
    actionId: call.recordedCall.id,
    onProgress: () => undefined,
    resources: call.session?.resources,
  });
  try {
    const finding = async (): Promise<ToolPlace> =>
      typeof place === "function" ? place(context as object as ToolContext) : place;
    const found = await new TimeLimit(timeoutOf(tool, call)).race(finding(), signal);
    return typeof found === "string" ? unknownPlace : freezeCopy(found, "convert");
  } catch {
    return unknownPlace;
  } finally {
    context.storeCall?.rollback();
    controller.abort();
  }
}

const unknownPlace: ToolPlace = Object.freeze({ directory: null });
