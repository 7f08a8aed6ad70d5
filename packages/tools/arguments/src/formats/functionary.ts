import type { RawFormat } from "./raw-format.ts";

/** The notation of tool calls in Functionary 2.2 to 2.5: the recipient of a message between tokens, and JSON as its content. */
export const functionary2: RawFormat = {
  name: "functionary_2",
  models: "Functionary 2.2 to 2.5",
  source: "https://github.com/MeetKai/functionary",
  example: '<|from|>assistant\n<|recipient|>weather\n<|content|>{"city": "Oslo", "days": 3}<|stop|>',
  mark: { kind: "special_token", pattern: /^<\|recipient\|>/ },
  header: /<\|from\|>assistant\s{0,9}(?=<\|recipient\|>)|<\|recipient\|>[\w.-]{1,200}\s{0,9}<\|content\|>/y,
};

/** The calls of Functionary 3.2: the recipient of a message after `>>>`, and JSON as its content. */
export const functionary3: RawFormat = {
  name: "functionary_3",
  models: "Functionary 3.2",
  source: "https://github.com/MeetKai/functionary",
  example: '>>>weather\n{"city": "Oslo", "days": 3}',
  mark: { kind: "special_token", pattern: /^>>>/ },
  label: />>>[\w.-]{1,200}\s{0,9}(?=\{)/y,
};
