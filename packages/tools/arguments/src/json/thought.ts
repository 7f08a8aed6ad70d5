/** Finds where a model's thought (`<think>…</think>`) before a call ends. */

const pairs: readonly (readonly [open: string, close: string])[] = [
  ["<think>", "</think>"],
  ["<thinking>", "</thinking>"],
  ["<seed:think>", "</seed:think>"],
  ["<longcat_think>", "</longcat_think>"],
  ["<ifm|think>", "</ifm|think>"],
  ["[THINK]", "[/THINK]"],
  ["<|START_THINKING|>", "<|END_THINKING|>"],
  ["<|thought_start|>", "<|thought_end|>"],
  ["<|think:start|>", "<|think:end|>"],
  ["<|inner_prefix|>", "<|inner_suffix|>"],
  ["<|plamo:begin_think:plamo|>", "<|plamo:end_think:plamo|>"],
  ["<|channel|>analysis<|message|>", "<|end|>"],
  ["<|start|>assistant<|channel|>analysis<|message|>", "<|end|>"],
  ["<|start|>assistant to=self<|message|>", "<|eom|>"],
];

/** The tags that close a thought, and stand alone where the server read the rest of it. */
export const thoughtCloses: readonly string[] = pairs
  .map(([, close]) => close)
  .filter((close) => !close.includes("|>"));

/** The end of a thought that starts at an offset, after its closing tag; the offset if none does, the end of the text if it is not closed. */
export function thoughtEnd(text: string, at: number): number {
  const pair = pairs.find(([open]) => text.startsWith(open, at));
  if (pair === undefined) return at;
  const [open, close] = pair;
  const end = text.indexOf(close, at + open.length);
  return end < 0 ? text.length : end + close.length;
}
