import type { InspectionRequest } from "@helve/core";
import type { Inspector } from "./inspection.ts";

/**
 * An inspector that asks nobody now: the verdict is `pending`, to be stored as JSON, and `Engine.resume` goes on with the
 * answer when there is one, in another process if need be. The engine needs the option `answers`; without it, nobody can
 * answer later, and what would be asked is rejected.
 *
 * @param send - told what is asked; the token that an answer has to name is in the verdict. When it fails, nobody would
 *   ever answer, and the action is rejected
 *
 * @example
 * const engine = new Engine(rules, { predicates, inspect: inspectLater(), answers: { key } });
 */
export function inspectLater(send?: (request: InspectionRequest) => void | Promise<void>): Inspector {
  return async (request) => {
    await send?.(request);
    return { decision: "later" };
  };
}
