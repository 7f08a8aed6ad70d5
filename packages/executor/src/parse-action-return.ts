import type { ActionReturn, JsonSchema } from "@helve/core";
import { jsonSyntaxIssue } from "@helve/core/internal";
import { schemaValidator } from "@helve/opentool";
import { ActionReturnError } from "./action-return-error.ts";

/**
 * Reads an action return that was stored or sent as JSON: `JSON.stringify` is the way there. Its shape is checked;
 * what is not known is kept.
 *
 * @param given - the text, or what `JSON.parse` made of it
 * @throws ActionReturnError with every issue
 *
 * @example
 * parseActionReturn(JSON.stringify(ret)); // equals ret
 */
export function parseActionReturn(given: unknown): ActionReturn {
  const value = typeof given === "string" ? parsed(given) : given;
  const issues = schemaValidator(actionReturnSchema)(value);
  if (issues.length > 0) throw new ActionReturnError(issues);
  return value as ActionReturn;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const fault = jsonSyntaxIssue(text);
    throw new ActionReturnError(fault === undefined ? [] : [fault], { cause });
  }
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

function one(...values: readonly string[]): JsonSchema {
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
    object({ type: one("image", "audio", "file"), content: text }, { mediaType: text }),
    object({ type: { const: "json" }, content: {} }),
  ],
};
const observation = object({ parts: list(part), isError: flag });
const action = object({ id: text, name: text, args }, { replaces: { $ref: "#/$defs/action" }, invokedBy: text });
const event = one("before_action", "after_action", "state_change", "agent_finish");
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
    mode: one("enforce", "shadow", "dry run"),
    shadowVerdict: object({ kind: one("allow", "stop", "pending", "end") }, { reason: text }),
  },
);
const request = object({ action, rules: list(rule), fixes: list(text) }, { event, messages: list(text), observation });
const pending = object({ kind: { const: "pending" }, request, decision }, { token: text });
const verdict: JsonSchema = {
  anyOf: [
    object({ kind: { const: "allow" }, action, decision }, { notes: list(text) }),
    object({ kind: one("stop", "end"), reason: text, decision }),
    pending,
  ],
};
const answer = object({ guard: number, pending, answer: {} });

const actionReturn = object({
  id: text,
  type: text,
  call: object({ id: text, name: text, arguments: {} }),
  args: orNull(args),
  status: one("success", "unknown_tool", "invalid_arguments", "stopped", "pending", "failed"),
  valid: one("FINISH", "OPEN", "CLOSED", "INVALID", "ABSENT"),
  result: orNull(list(part)),
  errmsg: orNull(text),
  error: orNull(error),
  recoverable: orNull(one("model", "caller", "nobody")),
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
        { outcome: one("returned", "threw", "timeout", "aborted"), duration: number, attempts: number },
        { replayed: flag },
      ),
      settle: object({ ok: flag, issues: list(issue) }),
    },
  ),
});

const actionReturnSchema: JsonSchema = { $ref: "#/$defs/actionReturn", $defs: { action, error, actionReturn } };
