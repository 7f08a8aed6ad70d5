// The raw formats of models, a file each in `formats/`.

import type { Repair } from "@helve/core";
import { callObject } from "./formats/call-object.ts";
import { cline } from "./formats/cline.ts";
import { command } from "./formats/command.ts";
import { deepseekDsml } from "./formats/deepseek-dsml.ts";
import { deepseekV3 } from "./formats/deepseek-v3.ts";
import { functionGemma, gemma4 } from "./formats/gemma.ts";
import { glm } from "./formats/glm.ts";
import { granite } from "./formats/granite.ts";
import { harmony } from "./formats/harmony.ts";
import { hermes } from "./formats/hermes.ts";
import { internlm } from "./formats/internlm.ts";
import { kimiK2 } from "./formats/kimi-k2.ts";
import { kimiK3 } from "./formats/kimi-k3.ts";
import { llama3 } from "./formats/llama3.ts";
import { minimax } from "./formats/minimax.ts";
import { mistral } from "./formats/mistral.ts";
import { nemotron } from "./formats/nemotron.ts";
import { pythonic } from "./formats/pythonic.ts";
import { qwen3Coder } from "./formats/qwen3-coder.ts";
import type { RawFormat } from "./formats/raw-format.ts";
import { react } from "./formats/react.ts";

/**
 * The raw formats of models that a `JsonParser` reads, with their models, their public description and an example. A text that
 * has the marks of several is named after the first.
 */
export const rawFormats: readonly RawFormat[] = [
  kimiK3,
  deepseekDsml,
  glm,
  minimax,
  qwen3Coder,
  cline,
  kimiK2,
  deepseekV3,
  mistral,
  harmony,
  command,
  internlm,
  granite,
  nemotron,
  functionGemma,
  gemma4,
  llama3,
  hermes,
  react,
  pythonic,
  callObject,
];

/** The name of the raw format that the repairs of a text show; `undefined` for JSON. */
export function formatOf(repairs: readonly Repair[]): string | undefined {
  return rawFormats.find(({ mark: { kind, pattern }, tags }) =>
    repairs.some((repair) => {
      const before = String(repair.before);
      // A call without arguments has the tags of a call only.
      if (repair.kind === "empty" && tags?.call !== undefined) return before.search(tags.call.open) === 0;
      return repair.kind === kind && (pattern === undefined || pattern.test(before));
    }),
  )?.name;
}
