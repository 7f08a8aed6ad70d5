import type { ActionReturn, GuardAnswer, ToolCall } from "@helve/core";
import { unlessAborted } from "@helve/core/internal";
import { act } from "./act.ts";
import type { Ending } from "./action-return.ts";
import { aborted, unexpected } from "./failure.ts";
import type { ExecuteOptions } from "./options.ts";
import { decode } from "./stages/decode.ts";
import { resolve } from "./stages/resolve.ts";

import type { Way } from "./way.ts";

/**
 * The way of a call: resolve, decode, guard, run, settle, and no other order. It waits only for what takes its time.
 *
 * @param told - the call as JSON can say it, for observers
 * @param end - makes the action return
 */
export async function carry(
  call: ToolCall,
  told: ToolCall,
  way: Way,
  options: ExecuteOptions,
  answers: readonly GuardAnswer[],
  end: (ending: Ending) => ActionReturn,
): Promise<ActionReturn> {
  const { tools, observers } = way;
  const { signal } = options;
  try {
    const resolved = resolve(told.name, tools);
    const found = resolved.record;
    if (observers.any) observers.tell("action:resolved", { call: told, record: found });
    if (!resolved.ok) return end({ action: null, outcome: resolved.failure, stages: { resolve: found } });

    const entry = resolved.made;
    const { tool } = entry;
    const decoding = signal?.aborted === true ? "aborted" : decode(call.arguments, tool, entry.parser ?? way.parser);
    const decoded = decoding instanceof Promise ? await unlessAborted(() => decoding, signal) : decoding;
    if (decoded === "aborted") {
      return end({ action: null, entry, outcome: aborted("failed", tool.name), stages: { resolve: found } });
    }
    const read = decoded.record;
    if (observers.any) observers.tell("action:decoded", { call: told, record: read });
    if (!decoded.ok) {
      return end({ action: null, entry, outcome: decoded.failure, stages: { resolve: found, decode: read } });
    }

    const { args, input } = decoded.made;
    const action = Object.freeze({ id: told.id, name: tool.name, args });
    const asked = { action, tool, entry, input };
    const errand = { call, told, way, options, answers, depth: 0 };
    const acted = act(asked, { resolve: found, decode: read }, errand, end);
    return acted instanceof Promise ? await acted : acted;
  } catch (error) {
    return end({ action: null, outcome: unexpected("failed", `${told.name} failed`, error), stages: {}, error });
  }
}
