import { type ActionReturn, IssuesError, type JsonSchema, type ReadResult } from "@helve/core";
import { jsonSyntaxIssue } from "@helve/core/internal";
import { schemaValidator } from "@helve/opentool";

/**
 * Parses an action return that was stored or sent as JSON. Its shape is validated; unknown properties are kept.
 *
 * @param input - the JSON text, or its parsed value
 * @throws ActionReturnError with every issue
 *
 * @example
 * parseActionReturn(JSON.stringify(actionReturn)); // equals actionReturn
 */
export function parseActionReturn(input: unknown): ActionReturn {
  const { value, issues } = readActionReturn(input);
  if (value === undefined) throw new ActionReturnError(issues);
  return value;
}

/** Reads an action return like {@link parseActionReturn}, but returns the issues and never throws. */
export function readActionReturn(input: unknown): ReadResult<ActionReturn> {
  let value = input;
  try {
    if (typeof input === "string") value = JSON.parse(input);
  } catch {
    return { value: undefined, issues: [jsonSyntaxIssue(String(input)) ?? { code: "not_json", message: "not JSON" }] };
  }
  const issues = schemaValidator(actionReturnSchema)(value);
  return { value: issues.length > 0 ? undefined : (value as ActionReturn), issues };
}

/** A value is not an action return; `issues` has everything that is wrong with its shape. */
export class ActionReturnError extends IssuesError {
  override readonly code = "invalid_action_return";
}

const text: JsonSchema = { type: "string" };
const number: JsonSchema = { type: "number" };
const flag: JsonSchema = { type: "boolean" };

function object(required: Record<string, JsonSchema>, optional: Record<string, JsonSchema> = {}): JsonSchema {
  return { type: "object", properties: { ...required, ...optional }, required: Object.keys(required) };
}

function list(items: JsonSchema): JsonSchema {
  return { type: "array", items };
}

function orNull(schema: JsonSchema): JsonSchema {
  return { anyOf: [schema, { type: "null" }] };
}

function oneOf(...values: readonly string[]): JsonSchema {
  return { enum: values };
}

const args: JsonSchema = { type: "object" };
const issue = object({ code: text, message: text }, { path: text, expected: text });
const repair = object({ kind: text, path: text }, { offset: number });
const error = object({ code: text, message: text }, { issues: list(issue), cause: { $ref: "#/$defs/error" } });
const truncation = object({ bytes: number, from: number });
const part: JsonSchema = {
  anyOf: [
    object({ type: { const: "text" }, content: text }, { truncated: truncation }),
    object({ type: oneOf("image", "audio", "file"), content: text }, { mediaType: text }),
    object({ type: { const: "json" }, content: {} }),
  ],
};
const observation = object({ parts: list(part), isError: flag });
const action = object({ id: text, name: text, args }, { replaces: { $ref: "#/$defs/action" }, invokedBy: text });
const event = oneOf("before_action", "after_action", "state_change", "agent_finish");
const rule = object({
  rule: text,
  line: number,
  check: {},
  violated: flag,
  predicates: list(object({ predicate: text, value: {}, reason: text, evidence: list({}) }, { failed: flag })),
});
const enforcement = object({ rule: text, enforcement: text, outcome: text }, { sharedWith: list(text), detail: text });
const pass = object({ action, rules: list(rule), enforcements: list(enforcement) }, { approved: list(text) });
const decision = object(
  { passes: list(pass) },
  {
    event,
    plan: text,
    mode: oneOf("enforce", "shadow", "dry run"),
    shadowVerdict: object({ kind: oneOf("allow", "stop", "pending", "end") }, { reason: text }),
  },
);
const request = object({ action, rules: list(rule), fixes: list(text) }, { event, messages: list(text), observation });
const pending = object({ kind: { const: "pending" }, request, decision }, { token: text });
const verdict: JsonSchema = {
  anyOf: [
    object({ kind: { const: "allow" }, action, decision }, { notes: list(text) }),
    object({ kind: oneOf("stop", "end"), reason: text, decision }),
    pending,
  ],
};
const answer = object({ guard: number, pending, answer: {} });

const actionReturn = object({
  id: text,
  type: text,
  call: object({ id: text, name: text, arguments: {} }),
  args: orNull(args),
  status: oneOf("success", "unknown_tool", "invalid_arguments", "stopped", "pending", "failed"),
  valid: oneOf("FINISH", "OPEN", "CLOSED", "INVALID", "ABSENT"),
  result: orNull(list(part)),
  errmsg: orNull(text),
  error: orNull(error),
  recoverable: orNull(oneOf("model", "caller", "nobody")),
  observation,
  truncated: orNull(truncation),
  repairs: list(repair),
  verdict: orNull(verdict),
  duration: number,
  stages: object(
    {},
    {
      resolve: object({ tool: orNull(text), suggestions: list(text) }),
      decode: object({ args: orNull(args), repairs: list(repair), issues: list(issue) }),
      guard: object(
        { verdicts: list(verdict), action: orNull(action), after: list(verdict) },
        { pendingGuard: number, answers: list(answer), invoked: list({ $ref: "#/$defs/actionReturn" }) },
      ),
      run: object(
        { outcome: oneOf("returned", "threw", "timeout", "aborted"), duration: number, attempts: number },
        { replayed: flag },
      ),
      settle: object({ ok: flag, issues: list(issue) }),
    },
  ),
});

const actionReturnSchema: JsonSchema = { $ref: "#/$defs/actionReturn", $defs: { action, error, actionReturn } };
