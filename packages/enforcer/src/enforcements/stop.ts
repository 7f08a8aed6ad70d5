import { findingInWords } from "../words.ts";
import type { Application, Applied } from "./apply.ts";

/** `stop`: the action does not run, and the model is told why by every rule that says so (AgentSpec §3.3.2). */
export function stop({ violations }: Application): Applied {
  const stopping = violations.filter(({ rule }) => rule.enforce.some(({ type }) => type === "stop"));
  return { kind: "stop", outcome: "stopped", reason: stopping.map(({ record }) => findingInWords(record)).join("; ") };
}
