import type { InspectionRequest } from "@helve/core";
import type { Inspector } from "./handlers.ts";

/**
 * Creates an inspector that answers `later` at once, so that the verdict is `pending`. Store the verdict as JSON; when the
 * person has answered, pass both to `Engine.resume`, in another process if necessary. The engine needs the option
 * `lateAnswers`; without it the action is rejected.
 *
 * @param send - sends the request to a person, for example as a message. The token that the answer must carry is in the
 *   verdict. If `send` throws, the action is rejected, since nobody would ever answer
 *
 * @example
 * const engine = new Engine(rules, { predicates, inspect: inspectLater(), lateAnswers: { key } });
 */
export function inspectLater(send?: (request: InspectionRequest) => void | Promise<void>): Inspector {
  return async (request) => {
    await send?.(request);
    return { decision: "later" };
  };
}
