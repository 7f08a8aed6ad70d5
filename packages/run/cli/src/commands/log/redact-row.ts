import { redact } from "@helve/executor";
import type { LogRow } from "./rows.ts";

/** Returns a function that hides the secrets of rows. Many rows have the same prompt, which is read once. */
export function rowRedactor(): (row: LogRow) => LogRow {
  const prompts = new Map<string, string>();
  return ({ prompt, ...call }) => {
    const hidden = prompts.get(prompt) ?? redact(prompt);
    prompts.set(prompt, hidden);
    return { ...redact(call), prompt: hidden };
  };
}
