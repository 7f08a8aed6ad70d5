/** Reads the runs of AgentDojo. */
import { isObject, ownMember } from "@helve/core/internal";
import { chatRun } from "./chat-calls.ts";
import { metadataOf, stepsOf, type Transcript } from "./recorded-run.ts";

/** Whether a value is the run of one task of AgentDojo. */
export function isAgentDojoRun(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof ownMember(value, "user_task_id") === "string" &&
    Array.isArray(ownMember(value, "messages"))
  );
}

/** A run of AgentDojo. Its metadata says whether the task was solved (`utility`) and whether the attack succeeded (`security`). */
export function readAgentDojoRun(value: unknown): Transcript {
  const {
    messages,
    suite_name,
    pipeline_name,
    user_task_id,
    injection_task_id,
    attack_type,
    utility,
    security,
    error,
  } = value as Readonly<Record<string, unknown>>;
  const { prompt, answer, calls } = chatRun(messages);
  const names = [suite_name, user_task_id, attack_type, injection_task_id];
  return {
    id: names.filter((name) => typeof name === "string" && name !== "none").join("/"),
    prompt,
    answer,
    trajectory: stepsOf(calls),
    metadata: metadataOf({
      suite_name,
      pipeline_name,
      user_task_id,
      injection_task_id,
      attack_type,
      utility,
      security,
      error,
    }),
  };
}
