import { findingInWords } from "../words.ts";
import type { Application, Applied } from "./application.ts";

/**
 * `stop` and `skip`: the action does not run, and the model is told why by every rule that says so (AgentSpec §3.3.2).
 * `stop` may end the agent, `skip` never does.
 */
export function stop({ violation }: Application, outcome: "stopped" | "skipped"): Applied {
  return { kind: "stop", outcome, reason: findingInWords(violation.record) };
}
