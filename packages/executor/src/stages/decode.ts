import { type Args, type ArgumentParser, canonicalJson, type DecodeRecord, type Issue, type Repair } from "@helve/core";
import type { Tool } from "@helve/tool";
import { type Staged, unexpected } from "../failure.ts";

/** Arguments that fit a tool. */
export interface Fitting {
  /** Frozen, and nobody else's: what is judged is what runs. */
  readonly args: Args;
  /** What `execute` gets: a copy of its own, or what the tool's own schema made of one. */
  readonly input: unknown;
}

/**
 * Raw arguments to arguments that fit the tool: by its JSON Schema first, then by the schema that came from. What the
 * latter makes of them are the arguments from there on, when JSON can say it: defaults filled in, text trimmed.
 */
export async function decode(raw: unknown, tool: Tool, parser: ArgumentParser): Promise<Staged<DecodeRecord, Fitting>> {
  try {
    const decoded = parser.parse(raw, tool.parameters);
    if (!decoded.ok) return misfit(tool, decoded.issues, decoded.repairs);
    const copy = structuredClone(decoded.args);
    const validated = tool.validate === undefined ? { ok: true as const, value: copy } : await tool.validate(copy);
    if (!validated.ok) return misfit(tool, validated.issues, decoded.repairs);
    const args = freeze(structuredClone(isJson(validated.value) ? validated.value : decoded.args));
    return { ok: true, record: { args, repairs: decoded.repairs, issues: [] }, made: { args, input: validated.value } };
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

function isJson(value: unknown): value is Args {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  try {
    canonicalJson(value);
    return true;
  } catch {
    return false;
  }
}

function freeze<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null) return value;
  for (const member of Object.values(value)) freeze(member);
  return Object.freeze(value);
}
