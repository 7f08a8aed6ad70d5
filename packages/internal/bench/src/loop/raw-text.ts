import type { Args } from "@helve/core";
import type { Random } from "@helve/testing/mutations";
import { pythonText } from "./faults.ts";

/** A call in one of the raw formats of models. */
export function rawText(tool: string, args: Args, random: Random): string {
  return random.pick(writers)(tool.replace(/\W/g, "_"), args);
}

type Write = (tool: string, args: Args) => string;

const writers: readonly Write[] = [
  (name, args) => `<tool_call>\n${JSON.stringify({ name, arguments: args })}\n</tool_call>`,
  (name, args) => `<|python_tag|>${JSON.stringify({ name, parameters: args })}<|eom_id|>`,
  (name, args) => `[TOOL_CALLS]${JSON.stringify([{ name, arguments: args }])}</s>`,
  (name, args) =>
    `<|tool_call_begin|>functions.${name}:0<|tool_call_argument_begin|>${JSON.stringify(args)}<|tool_call_end|>`,
  (name, args) =>
    `<function=${name}>\n${members(args, (key, value) => `<parameter=${key}>\n${text(value)}\n</parameter>\n`)}</function>`,
  (name, args) =>
    `<tool_call>${name}\n${members(args, (key, value) => `<arg_key>${key}</arg_key>\n<arg_value>${text(value)}</arg_value>\n`)}</tool_call>`,
  (name, args) =>
    `<invoke name="${name}">\n${members(args, (key, value) => `<parameter name="${key}">${text(value)}</parameter>\n`)}</invoke>`,
  (name, args) => `<｜DSML｜invoke name="${name}">\n${members(args, dsml)}</｜DSML｜invoke>`,
  (name, args) =>
    `[${name}(${Object.entries(args)
      .map(([key, value]) => `${key}=${pythonText(value)}`)
      .join(", ")})]`,
];

/** Writes the arguments of a call one by one. */
function members(args: Args, write: (key: string, value: unknown) => string): string {
  return Object.entries(args)
    .map(([key, value]) => write(key, value))
    .join("");
}

/** Writes an argument in DeepSeek's markup. */
function dsml(key: string, value: unknown): string {
  return `<｜DSML｜parameter name="${key}" string="${typeof value === "string"}">${text(value)}</｜DSML｜parameter>\n`;
}

/** Writes a value as text. */
function text(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
