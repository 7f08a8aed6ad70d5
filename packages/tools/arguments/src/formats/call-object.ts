import type { RawFormat } from "./raw-format.ts";

/** An object or a list of one with the tool's name and the arguments, without tokens. */
export const callObject: RawFormat = {
  name: "call_object",
  models: "xLAM, Hammer, any model that writes the call of an API as text",
  source: "https://huggingface.co/Salesforce/Llama-xLAM-2-8b-fc-r",
  example: '[{"name": "weather", "arguments": {"city": "Oslo", "days": 3}}]',
  mark: { kind: "call_object" },
};
