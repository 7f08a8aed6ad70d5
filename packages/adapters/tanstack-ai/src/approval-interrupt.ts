/** The interrupt with which TanStack AI asks a person about a call. */
import { type ApprovalAnswer, type CallDecision, questionText } from "@helve/adapter";
import type { Args, JsonSchema } from "@helve/core";
import { schemaValidator } from "@helve/opentool";
import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import { defineInterrupt, type GenericInterruptRequest, type InterruptDefinition } from "@tanstack/ai";

/** The payload of the interrupt, which a client shows for a call that waits for a person. */
export interface ApprovalPayload {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly args: Args;
  /** The names of the rules that ask. */
  readonly rules: readonly string[];
  /** The fixes that the answer may name. */
  readonly fixes: readonly string[];
}

/** The interrupt of a call that waits for a person. Register it on the client as well, to type its payload and the answer. */
export const approvalInterrupt: ApprovalInterrupt = defineInterrupt({
  id: "helve_approval",
  payloadSchema: schema<ApprovalPayload>({ type: "object", required: ["toolCallId"] }),
  responseSchema: schema<ApprovalAnswer>({
    type: "object",
    properties: {
      decision: { enum: ["approve", "reject", "edit", "fix"] },
      reason: { type: "string" },
      args: { type: "object" },
      fix: { type: "string" },
    },
    required: ["decision"],
  }),
}) as ApprovalInterrupt;

/** The type of {@link approvalInterrupt}. */
export type ApprovalInterrupt = InterruptDefinition<
  "helve_approval",
  PortableSchema<ApprovalPayload>,
  PortableSchema<ApprovalAnswer>,
  ApprovalPayload
>;

type PortableSchema<Value> = StandardSchemaV1<Value, Value> & StandardJSONSchemaV1<Value, Value>;

/** Asks about a call. It expires with the question. */
export function askAbout(
  toolCallId: string,
  { request, actionReturn: { verdict } }: CallDecision & { readonly kind: "ask" },
): GenericInterruptRequest<ApprovalInterrupt> {
  const expires = verdict?.kind === "pending" ? verdict.expires : undefined;
  const { action, rules, fixes } = request;
  const payload: ApprovalPayload = {
    toolCallId,
    toolName: action.name,
    args: action.args,
    rules: rules.map(({ rule }) => rule),
    fixes,
  };
  return approvalInterrupt.interrupt({
    key: toolCallId,
    reason: "tool_approval",
    message: questionText(request),
    payload,
    expiresAt: expires !== undefined && Number.isFinite(expires) ? new Date(expires).toISOString() : undefined,
  } as never);
}

function schema<Value>(definition: JsonSchema): PortableSchema<Value> {
  const issuesOf = schemaValidator(definition);
  const jsonSchema = (): Record<string, unknown> => definition as Record<string, unknown>;
  return {
    "~standard": {
      version: 1,
      vendor: "helve",
      validate(value): StandardSchemaV1.Result<Value> {
        const issues = issuesOf(value).map(({ message }) => ({ message }));
        return issues.length > 0 ? { issues } : { value: value as Value };
      },
      jsonSchema: { input: jsonSchema, output: jsonSchema },
    },
  };
}
