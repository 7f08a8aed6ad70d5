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

/** The JSON Schema of an object with these required and optional properties; others are allowed. */
function objectSchema(required: Record<string, JsonSchema>, optional: Record<string, JsonSchema> = {}): JsonSchema {
  return { type: "object", properties: { ...required, ...optional }, required: Object.keys(required) };
}

function listSchema(items: JsonSchema): JsonSchema {
  return { type: "array", items };
}

function nullableSchema(schema: JsonSchema): JsonSchema {
  return { anyOf: [schema, { type: "null" }] };
}

function enumSchema(...values: readonly string[]): JsonSchema {
  return { enum: values };
}

const args: JsonSchema = { type: "object" };
const issue = objectSchema({ code: text, message: text }, { path: text, expected: text });
const repair = objectSchema({ kind: text, path: text }, { offset: number });
const error = objectSchema(
  { code: text, message: text },
  { issues: listSchema(issue), cause: { $ref: "#/$defs/error" } },
);
const truncation = objectSchema({ bytes: number, from: number });
const part: JsonSchema = {
  anyOf: [
    objectSchema({ type: { const: "text" }, content: text }, { truncated: truncation }),
    objectSchema({ type: enumSchema("image", "audio", "file"), content: text }, { mediaType: text }),
    objectSchema({ type: { const: "json" }, content: {} }),
  ],
};
const observation = objectSchema({ parts: listSchema(part), isError: flag });
const action = objectSchema(
  { id: text, name: text, args },
  {
    replaces: { $ref: "#/$defs/action" },
    invokedBy: text,
    invokedByProgram: text,
    repairKinds: listSchema(text),
    place: objectSchema({}, { workingDirectory: text, directory: nullableSchema(text) }),
  },
);
const event = enumSchema("before_action", "after_action", "state_change", "agent_finish");
const rule = objectSchema({
  rule: text,
  line: number,
  check: {},
  violated: flag,
  predicates: listSchema(
    objectSchema({ predicate: text, value: {}, reason: text, evidence: listSchema({}) }, { failed: flag }),
  ),
});
const enforcement = objectSchema(
  { rule: text, enforcement: text, outcome: text },
  { sharedWith: listSchema(text), detail: text },
);
const pass = objectSchema(
  { action, rules: listSchema(rule), enforcements: listSchema(enforcement) },
  { approved: listSchema(text) },
);
const decision = objectSchema(
  { passes: listSchema(pass) },
  {
    event,
    plan: text,
    mode: enumSchema("enforce", "shadow", "dry run"),
    shadowVerdict: objectSchema({ kind: enumSchema("allow", "stop", "pending", "end") }, { reason: text }),
  },
);
const request = objectSchema(
  { action, rules: listSchema(rule), fixes: listSchema(text) },
  { event, messages: listSchema(text), observation },
);
const pending = objectSchema({ kind: { const: "pending" }, request, decision }, { token: text });
const verdict: JsonSchema = {
  anyOf: [
    objectSchema({ kind: { const: "allow" }, action, decision }, { notes: listSchema(text) }),
    objectSchema({ kind: enumSchema("stop", "end"), reason: text, decision }),
    pending,
  ],
};
const answer = objectSchema({ guard: number, pending, answer: {} });

const guardRecord = objectSchema(
  { verdicts: listSchema(verdict), action: nullableSchema(action), after: listSchema(verdict) },
  {
    decidedAt: number,
    pendingGuard: number,
    answers: listSchema(answer),
    invoked: listSchema({ $ref: "#/$defs/actionReturn" }),
    earlier: listSchema({ $ref: "#/$defs/guardRecord" }),
  },
);

const actionReturn = objectSchema(
  {
    id: text,
    type: text,
    call: objectSchema({ id: text, name: text, arguments: {} }),
    args: nullableSchema(args),
    status: enumSchema("success", "unknown_tool", "invalid_arguments", "stopped", "pending", "failed"),
    valid: enumSchema("FINISH", "OPEN", "CLOSED", "INVALID", "ABSENT"),
    result: nullableSchema(listSchema(part)),
    errmsg: nullableSchema(text),
    error: nullableSchema(error),
    recoverable: nullableSchema(enumSchema("model", "caller", "nobody")),
    observation,
    truncated: nullableSchema(truncation),
    repairs: listSchema(repair),
    verdict: nullableSchema(verdict),
    duration: number,
    endedAt: number,
    stages: objectSchema(
      {},
      {
        resolve: objectSchema({ tool: nullableSchema(text), suggestions: listSchema(text) }),
        decode: objectSchema({ args: nullableSchema(args), repairs: listSchema(repair), issues: listSchema(issue) }),
        guard: { $ref: "#/$defs/guardRecord" },
        run: objectSchema(
          {
            outcome: enumSchema("returned", "threw", "timeout", "aborted", "pending", "unknown"),
            duration: number,
            attempts: number,
          },
          { replayed: flag, stillRunning: flag, waiting: {} },
        ),
        settle: objectSchema({ ok: flag, issues: listSchema(issue) }),
      },
    ),
  },
  { session: text },
);

const actionReturnSchema: JsonSchema = {
  $ref: "#/$defs/actionReturn",
  $defs: { action, error, actionReturn, guardRecord },
};
