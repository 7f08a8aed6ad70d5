import type { Args, ArgumentParser, DecodeRecord, Issue, Repair } from "@helve/core";
import type { Tool } from "@helve/tool";
import { type Staged, unexpected } from "../failure.ts";

/** Arguments that fit a tool. */
export interface Fitting {
  readonly args: Args;
  /** What the tool's own schema made of them; `execute` gets this. */
  readonly input: unknown;
}

/** Raw arguments to arguments that fit the tool: by its JSON Schema first, then by the schema that came from. */
export async function decode(raw: unknown, tool: Tool, parser: ArgumentParser): Promise<Staged<DecodeRecord, Fitting>> {
  try {
    const decoded = parser.parse(raw, tool.parameters);
    if (!decoded.ok) return misfit(tool, decoded.issues, decoded.repairs);
    const validated = (await tool.validate?.(decoded.args)) ?? { ok: true, value: decoded.args };
    if (!validated.ok) return misfit(tool, validated.issues, decoded.repairs);
    const record = { args: decoded.args, repairs: decoded.repairs, issues: [] };
    return { ok: true, record, made: { args: decoded.args, input: validated.value } };
  } catch (error) {
    const failure = unexpected("invalid_arguments", `${tool.name} could not be called`, error);
    return { ok: false, record: { args: null, repairs: [], issues: [failure.error] }, failure };
  }
}

function misfit(tool: Tool, issues: readonly Issue[], repairs: readonly Repair[]): Staged<DecodeRecord, never> {
  const message = issues.map((issue) => `${tool.name}: ${issue.message}`).join("\n");
  return {
    ok: false,
    record: { args: null, repairs, issues },
    failure: {
      status: "invalid_arguments",
      error: { code: "invalid_arguments", message, issues },
      recoverable: "model",
    },
  };
}
