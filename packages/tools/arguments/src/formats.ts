/** The notations in which models write calls, one file each in `formats/`. */
import type { Repair } from "@helve/core";
import { apertus } from "./formats/apertus.ts";
import { callObject } from "./formats/call-object.ts";
import { chatglm3, glm4 } from "./formats/chatglm.ts";
import { claude2 } from "./formats/claude2.ts";
import { cline } from "./formats/cline.ts";
import { command } from "./formats/command.ts";
import { commandR } from "./formats/command-r.ts";
import { deepseekDsml, gigachatGcml } from "./formats/deepseek-dsml.ts";
import { deepseekV3 } from "./formats/deepseek-v3.ts";
import { functionary2, functionary3 } from "./formats/functionary.ts";
import { functools } from "./formats/functools.ts";
import { functionGemma, gemma4 } from "./formats/gemma.ts";
import { gigachat } from "./formats/gigachat.ts";
import { glm } from "./formats/glm.ts";
import { gorilla } from "./formats/gorilla.ts";
import { granite } from "./formats/granite.ts";
import { granite20b } from "./formats/granite-20b.ts";
import { harmony } from "./formats/harmony.ts";
import { hermes } from "./formats/hermes.ts";
import { hyperclovaX } from "./formats/hyperclova-x.ts";
import { inkling } from "./formats/inkling.ts";
import { internlm } from "./formats/internlm.ts";
import { kimiK2 } from "./formats/kimi-k2.ts";
import { kimiK3 } from "./formats/kimi-k3.ts";
import { llama3 } from "./formats/llama3.ts";
import { longcat } from "./formats/longcat.ts";
import { minicpm5 } from "./formats/minicpm5.ts";
import { minimax } from "./formats/minimax.ts";
import { minimaxM3 } from "./formats/minimax-m3.ts";
import { mistral } from "./formats/mistral.ts";
import { nemotron } from "./formats/nemotron.ts";
import { nexusRaven } from "./formats/nexus-raven.ts";
import { pangu } from "./formats/pangu.ts";
import { plamo } from "./formats/plamo.ts";
import { pythonic } from "./formats/pythonic.ts";
import { qwenAgent } from "./formats/qwen-agent.ts";
import { qwen3Coder } from "./formats/qwen3-coder.ts";
import type { RawFormat } from "./formats/raw-format.ts";
import { react } from "./formats/react.ts";
import { solar } from "./formats/solar.ts";
import { toolCalls } from "./formats/tool-calls.ts";

/**
 * The raw formats of models that a `JsonParser` reads, with their models, their public description and an example. A text that
 * has the marks of several is named after the first.
 */
export const rawFormats: readonly RawFormat[] = [
  kimiK3,
  deepseekDsml,
  gigachatGcml,
  glm,
  solar,
  minimaxM3,
  minimax,
  minicpm5,
  qwen3Coder,
  claude2,
  cline,
  kimiK2,
  deepseekV3,
  mistral,
  harmony,
  functionary2,
  functionary3,
  command,
  commandR,
  functools,
  apertus,
  internlm,
  granite,
  granite20b,
  longcat,
  pangu,
  plamo,
  inkling,
  gigachat,
  hyperclovaX,
  toolCalls,
  nemotron,
  functionGemma,
  gemma4,
  llama3,
  hermes,
  react,
  qwenAgent,
  nexusRaven,
  gorilla,
  chatglm3,
  glm4,
  pythonic,
  callObject,
];

/** The name of the raw format that the repairs of a text show; `undefined` for JSON. */
export function formatOf(repairs: readonly Repair[]): string | undefined {
  return rawFormats.find(({ mark, tags }) =>
    repairs.some((repair) => {
      // A call without arguments has the tags of a call only.
      if (repair.kind === "empty" && tags?.call !== undefined)
        return String(repair.before).search(tags.call.open) === 0;
      return isMark(mark, repair);
    }),
  )?.name;
}

/** Whether the repairs of a text show a format in which the tool's name is the key of the arguments. */
export function hasToolAsKey(repairs: readonly Repair[]): boolean {
  return rawFormats.some(
    ({ mark, hasNameAsKey }) => hasNameAsKey === true && repairs.some((repair) => isMark(mark, repair)),
  );
}

function isMark({ kind, pattern }: RawFormat["mark"], repair: Repair): boolean {
  return repair.kind === kind && (pattern === undefined || pattern.test(String(repair.before)));
}
