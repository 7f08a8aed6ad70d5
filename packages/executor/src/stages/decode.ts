import type { Args, ArgumentParser, DecodeRecord, Issue, JsonValue, Repair } from "@helve/core";
import { frozenJson, isObject, jsonCopy, recordedJson } from "@helve/core/internal";
import type { Tool, Validated } from "@helve/tool";
import { type Staged, unexpected } from "../failure.ts";

/** Arguments that fit a tool. */
interface Fitting {
  /** Frozen, and nobody else's: what is judged is what runs. */
  readonly args: Args;
  /** What `execute` gets: a copy of its own, or what the tool's own schema made of one. */
  readonly input: unknown;
}

type Decoding = Staged<DecodeRecord, Fitting>;

/**
 * Raw arguments to arguments that fit the tool: by its JSON Schema first, then by the schema that came from. What the
 * latter makes of them are the arguments from there on, when JSON can say it: defaults filled in, text trimmed.
 *
 * @returns a promise only if the tool's own schema takes its time
 */
export function decode(raw: unknown, tool: Tool, parser: ArgumentParser): Decoding | Promise<Decoding> {
  try {
    const decoded = parser.decode(raw, tool.parameters);
    const repairs = decoded.repairs.length === 0 ? none : recordedJson(decoded.repairs);
    if (!decoded.ok) return misfit(tool, decoded.issues, repairs);
    // What was read from a text is nobody else's, but repairs may hold parts of it.
    const isOwn = typeof raw === "string" && repairs.length === 0;
    const own = asArgs(isOwn ? decoded.args : jsonCopy(decoded.args));
    if (own === undefined) throw new TypeError("its parser gave arguments that are no JSON object");
    if (tool.validate === undefined) return fitting(own, own, repairs);
    const validating = tool.validate(own);
    if (!(validating instanceof Promise)) return judged(validating, tool, own, repairs);
    return validating
      .then((validated) => judged(validated, tool, own, repairs))
      .catch((error: unknown) => broken(tool, error));
  } catch (error) {
    return broken(tool, error);
  }
}

function judged(validated: Validated<unknown>, tool: Tool, own: Args, repairs: readonly Repair[]): Decoding {
  return validated.ok ? fitting(validated.value, own, repairs) : misfit(tool, validated.issues, repairs);
}

/** @param input - what `execute` gets; the arguments are a copy of it, or of what it was made of if JSON can't say it */
function fitting(input: unknown, own: Args, repairs: readonly Repair[]): Decoding {
  const args = asArgs(frozenJson(input)) ?? asArgs(frozenJson(own));
  if (args === undefined) throw new TypeError("its parser gave arguments that JSON can't say");
  return { ok: true, record: { args, repairs, issues: none }, made: { args, input } };
}

const none: readonly never[] = Object.freeze([]);

function broken(tool: Tool, error: unknown): Decoding {
  const failure = unexpected("invalid_arguments", `${tool.name} could not be called`, error);
  return { ok: false, record: { args: null, repairs: [], issues: [failure.error] }, failure };
}

function misfit(tool: Tool, given: readonly Issue[], repairs: readonly Repair[]): Staged<DecodeRecord, never> {
  const issues = recordedJson(given);
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

function asArgs(value: JsonValue | Args | undefined): Args | undefined {
  return isObject(value) ? value : undefined;
}
