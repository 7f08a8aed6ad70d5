import { findingInWords } from "../words.ts";
import { type Application, type Applied, goOn } from "./application.ts";
import type { PlannedTelling } from "./plan-enforcement.ts";

/** `warn`: the model is told something, by default what the rule found. */
export function warn({ message }: PlannedTelling, { view, violation }: Application): Applied {
  return goOn("warned", message?.(view) ?? findingInWords(violation.record));
}
