import { checkOptions, ExternalCalls, type ExternalCallsOptions, guardedCallsOptions } from "@helve/adapter";
import { canonicalJson } from "@helve/core";
import type { Tool, ToolSet } from "ai";
import { AiTools, type RepairToolCall, type ToolApproval } from "./ai-tools.ts";
import { GuardedSchema } from "./guarded-schema.ts";
import { guardedTool } from "./guarded-tool.ts";
import { SdkCalls } from "./sdk-calls.ts";

/**
 * Guards tools of the AI SDK (version 6 or 7) that are not Helve's: your own, dynamic ones, and those of MCP servers. The SDK runs them. Texts
 * that it can't parse are repaired, rules decide, and results that a guard withholds do not reach the model. One object is for one run of an
 * agent, of one user.
 *
 * Rules see the input as the tool gets it: what a schema with code (zod) has made of it, as JSON.
 *
 * @throws TypeError for an unknown option, and for tools that can't be guarded because the SDK does not run them: the provider does, or the
 *   browser. List those in `unguarded` to pass them on unchanged
 *
 * @example
 * const helve = guardAiTools(await mcp.tools(), { guards: [engine] });
 * const { text } = await generateText({ model, prompt, ...helve, stopWhen: isStepCount(10) });
 */
export function guardAiTools<const Tools extends ToolSet>(tools: Tools, options: GuardAiToolsOptions): AiTools<Tools> {
  checkOptions(options, [...guardedCallsOptions, "guards", "tools", "unguarded"], "guardAiTools");
  const { unguarded = [], ...externalOptions } = options;
  const skipped = new Set(unguarded);
  const unknown = unguarded.filter((name) => !Object.hasOwn(tools, name));
  if (unknown.length > 0) throw new TypeError(`"unguarded" names no tool: ${unknown.join(", ")}`);
  const guarded = Object.entries(tools as Readonly<Record<string, Tool>>).filter(([name]) => !skipped.has(name));
  const outOfReach = guarded.filter(([, tool]) => typeof tool.execute !== "function").map(([name]) => name);
  if (outOfReach.length > 0) {
    const names = outOfReach.join(", ");
    throw new TypeError(
      `${names} can't be guarded: the provider or the browser runs it, not the SDK. Leave it out, or list it in "unguarded"`,
    );
  }
  const external = new ExternalCalls(externalOptions);
  const schemas = new Map(guarded.map(([name, tool]) => [name, new GuardedSchema(name, tool)]));
  const sdkCalls = new SdkCalls(external.calls, async (call) =>
    external.decide(call, { tool: await schemas.get(call.name)?.describe() }),
  );
  const wrapped = guarded.map(([name, tool]) => {
    const schema = schemas.get(name) as GuardedSchema;
    return [name, guardedTool(name, tool, { external, schema, sdkCalls })] as const;
  });
  return new AiTools(
    { ...tools, ...Object.fromEntries(wrapped.map(([name, { tool }]) => [name, tool])) } as Tools,
    Object.fromEntries(wrapped.map(([name, { approval }]) => [name, approval])) as {
      [Name in keyof Tools]: ToolApproval;
    },
    repairOf(sdkCalls, schemas),
    { calls: external.calls, sdkCalls },
  );
}

/** Options of `guardAiTools`. */
export interface GuardAiToolsOptions extends ExternalCallsOptions {
  /** The names of tools that are passed on unchanged. No rule sees their calls. */
  readonly unguarded?: readonly string[] | undefined;
}

/** Creates the function with which the SDK repairs malformed arguments: Helve's decoder. */
function repairOf(sdkCalls: SdkCalls, schemas: ReadonlyMap<string, GuardedSchema>): RepairToolCall {
  return async ({ toolCall }) => {
    const { toolCallId: id, toolName: name, input } = toolCall;
    const schema = schemas.get(name);
    if (schema === undefined) return null;
    const call = { id, name, arguments: input };
    const text = schema.hasCode ? canonicalJson(await schema.decode(call)) : await sdkCalls.repair(call);
    return { ...toolCall, input: text };
  };
}
