import {
  type ActionReturn,
  IssuesError,
  type JsonSchema,
  type JsonValue,
  type ReadResult,
  type Trajectory,
} from "@helve/core";
import { readActionReturn } from "@helve/executor";
import { compileSchema } from "@helve/opentool";
import type { CallPart, Message, ToolMessage } from "./message.ts";
import type { ToolChoice } from "./model.ts";
import type { Usage } from "./usage.ts";

/** A run that waits for answers, as plain JSON. It contains the conversation, so store it where nobody else can read or change it. */
export interface PendingRun {
  readonly version: 1;
  /** A random id: `resume` can refuse a second use. */
  readonly id: string;
  readonly kind: "loop" | "react";
  /** The conversation up to the message whose calls wait. */
  readonly messages: readonly Message[];
  /** What guards have said since; it follows the results of the calls. */
  readonly notes: readonly Message[];
  /** The calls of that message, in their order. */
  readonly turn: readonly TurnCall[];
  readonly prompt: string;
  readonly trajectory: Trajectory;
  readonly earlier?: readonly JsonValue[];
  /** The state of the host when it was read last. */
  readonly state?: JsonValue;
  readonly toolChoice: ToolChoice;
  readonly usage: Usage;
  readonly cost: number;
  readonly steps: number;
  readonly attempts: number;
  /** The time that it has run, in milliseconds, without the time that it waits. */
  readonly elapsed: number;
}

/** A call of the turn: its return if it has ended or waits, or a reply of the loop itself; neither if it has not started. */
export interface TurnCall {
  readonly call: CallPart;
  readonly actionReturn?: ActionReturn;
  readonly reply?: ToolMessage;
  /** The answer, if the call submitted one. */
  readonly submitted?: string;
}

/** Something is not a run that waits for answers. */
export class PendingRunError extends IssuesError {
  override readonly code = "invalid_pending_run";
}

/**
 * Parses a run that waits for answers. Its shape is validated.
 *
 * @throws PendingRunError with all issues
 */
export function parsePendingRun(input: unknown): PendingRun {
  const { value, issues } = readPendingRun(input);
  if (value === undefined) throw new PendingRunError(issues);
  return value;
}

/** Reads a run that waits for answers, and returns the issues if it is not one. */
export function readPendingRun(input: unknown): ReadResult<PendingRun> {
  const issues = [...fits(input)];
  if (issues.length === 0) {
    for (const [index, { actionReturn }] of (input as PendingRun).turn.entries()) {
      if (actionReturn === undefined) continue;
      const place = `/turn/${index}/actionReturn`;
      issues.push(
        ...readActionReturn(actionReturn).issues.map((issue) => ({ ...issue, path: `${place}${issue.path ?? ""}` })),
      );
    }
  }
  return { value: issues.length > 0 ? undefined : (input as PendingRun), issues };
}

const text: JsonSchema = { type: "string" };
const number: JsonSchema = { type: "number", minimum: 0 };
const list: JsonSchema = { type: "array" };

const call = object({ type: { const: "call" }, id: text, name: text, arguments: text });
const turnCall = object({ call }, { actionReturn: { type: "object" }, reply: { type: "object" }, submitted: text });
const message = object({ role: { enum: ["system", "user", "assistant", "tool"] } }, { parts: list, content: text });
const toolChoice: JsonSchema = { oneOf: [{ enum: ["auto", "any", "none"] }, object({ tool: text })] };
const step = object({ action: { type: "object" }, observation: { type: "object" }, ran: { type: "boolean" } });
const fits = compileSchema(
  object(
    {
      version: { const: 1 },
      id: text,
      kind: { enum: ["loop", "react"] },
      messages: { type: "array", items: message, minItems: 1 },
      notes: { type: "array", items: message },
      turn: { type: "array", items: turnCall, minItems: 1 },
      prompt: text,
      trajectory: { type: "array", items: step },
      toolChoice,
      usage: object({ inputTokens: number, outputTokens: number }),
      cost: number,
      steps: number,
      attempts: number,
      elapsed: number,
    },
    { earlier: list },
  ),
);

function object(required: Record<string, JsonSchema>, optional: Record<string, JsonSchema> = {}): JsonSchema {
  return { type: "object", properties: { ...required, ...optional }, required: Object.keys(required) };
}
