import type { RawFormat } from "./raw-format.ts";

/** A Python call with named arguments, alone, in a list, printed or assigned. */
export const pythonic: RawFormat = {
  name: "pythonic",
  models: "Llama 3.2 and 4, LFM2, OLMo 3, MiniCPM 3 and 4, Gemma 3, Gemini, ToolACE",
  source: "https://www.llama.com/docs/model-cards-and-prompt-formats/llama4/",
  example: '[weather(city="Oslo", days=3)]',
  mark: { kind: "call_syntax" },
};
