/** A run that waits for answers, as JSON that another process can continue. */
import {
  type ActionReturn,
  type Issue,
  IssuesError,
  type JsonSchema,
  type JsonValue,
  type ReadResult,
  type Trajectory,
  type Verdict,
} from "@helve/core";
import { readActionReturn } from "@helve/executor";
import { schemaValidator } from "@helve/opentool";
import { messageIssues } from "./conversation-issues.ts";
import type { CallPart, Message, ToolMessage } from "./message.ts";
import type { StopReason, ToolChoice } from "./model.ts";
import type { Usage } from "./usage.ts";
import { readWaiting, waitingOf } from "./waiting-call.ts";

/** A run that waits for answers, as plain JSON. It contains the conversation, so store it where nobody else can read or change it. */
export interface PendingRun {
  readonly version: 1;
  /** A random id: `resume` can refuse a second use. */
  readonly id: string;
  /** The id of the session in which the calls wait. */
  readonly session: string;
  readonly kind: "loop" | "react";
  /** The conversation up to the message whose calls wait. */
  readonly messages: readonly Message[];
  /** Notes of guards since that message; they follow the results of the calls. */
  readonly notes: readonly Message[];
  /** The calls of that message, in their order. A call of a sub-agent that waits contains the sub-agent's run. */
  readonly turn: readonly TurnCall[];
  /** The event that a person has to decide about before anything else. */
  readonly waiting?: PendingEvent;
  readonly prompt: string;
  readonly trajectory: Trajectory;
  readonly earlier?: readonly JsonValue[];
  /** The state of the host when it was read last. */
  readonly state?: JsonValue;
  readonly toolChoice: ToolChoice;
  readonly usage: Usage;
  readonly cost: number;
  readonly steps: number;
  /** How many calls were started. */
  readonly calls: number;
  readonly attempts: number;
  /** The time that it has run, in milliseconds, without the time that it waits. */
  readonly elapsed: number;
  /** HMAC-SHA-256 of the canonical JSON of all other members; absent without the option `signingKey`. */
  readonly signature?: string;
}

/** An event without a call that a guard needs an answer about. */
export interface PendingEvent {
  readonly event: "state_change" | "agent_finish";
  /** The index of the guard that waits, among the executor's guards. */
  readonly guard: number;
  readonly verdict: Verdict & { readonly kind: "pending" };
  /** The state before the change. */
  readonly before?: JsonValue;
  /** The answer with which the agent wants to finish; absent if it does not. */
  readonly finish?: PendingFinish;
}

/** The end of an agent that guards are deciding about. */
export interface PendingFinish {
  readonly answer: string;
  readonly stopReason: StopReason;
  /** The index of the guard that decides next; absent if a guard has decided that the agent continues. */
  readonly next?: number;
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
  const issues = runIssues(input);
  return { value: issues.length > 0 ? undefined : (input as PendingRun), issues };
}

/** Returns what is wrong with a stored run that waits. */
function runIssues(input: unknown): readonly Issue[] {
  const issues = fits(input);
  if (issues.length > 0) return issues;
  const { messages, notes, turn } = input as PendingRun;
  return [
    ...issuesAt("/messages", messageIssues(messages, "messages:")),
    ...issuesAt("/notes", messageIssues(notes, "notes:")),
    ...turn.flatMap(callIssues),
  ];
}

/** The issues of a call's return, and of the run of a sub-agent in it. */
function callIssues({ actionReturn, reply }: TurnCall, index: number): readonly Issue[] {
  if (reply !== undefined) {
    return messageIssues([reply], "the reply:").map((issue) => ({ ...issue, path: `/turn/${index}/reply` }));
  }
  if (actionReturn === undefined) return [];
  const place = `/turn/${index}/actionReturn`;
  const { issues } = readActionReturn(actionReturn);
  if (issues.length > 0) return issuesAt(place, issues);
  const waiting = readWaiting(waitingOf(actionReturn));
  return waiting?.type === "agent_run" ? issuesAt(`${place}/stages/run/waiting/run`, runIssues(waiting.run)) : [];
}

/** Returns issues with their paths below a place. */
function issuesAt(place: string, issues: readonly Issue[]): readonly Issue[] {
  return issues.map((issue) => ({ ...issue, path: `${place}${issue.path ?? ""}` }));
}

const text: JsonSchema = { type: "string" };
const number: JsonSchema = { type: "number", minimum: 0 };
const list: JsonSchema = { type: "array" };

const call = object({ type: { const: "call" }, id: text, name: text, arguments: text });
const turnCall = object({ call }, { actionReturn: { type: "object" }, reply: { type: "object" }, submitted: text });
const toolChoice: JsonSchema = { oneOf: [{ enum: ["auto", "any", "none"] }, object({ tool: text })] };
const action = object({ id: text, name: text, args: { type: "object" } });
const step = object({ action, observation: object({ parts: list }), ran: { type: "boolean" } });
const index: JsonSchema = { type: "integer", minimum: 0 };
const finish = object({ answer: text, stopReason: text }, { next: index });
const verdict = object({ kind: { const: "pending" }, request: object({ action }) });
const event = object({ event: { enum: ["state_change", "agent_finish"] }, guard: index, verdict }, { finish });
const fits = schemaValidator(
  object(
    {
      version: { const: 1 },
      id: text,
      session: text,
      kind: { enum: ["loop", "react"] },
      messages: { type: "array", minItems: 1 },
      notes: list,
      turn: { type: "array", items: turnCall },
      prompt: text,
      trajectory: { type: "array", items: step },
      toolChoice,
      usage: object({ inputTokens: number, outputTokens: number }),
      cost: number,
      steps: number,
      calls: number,
      attempts: number,
      elapsed: number,
    },
    { earlier: list, waiting: event, signature: text },
  ),
);

/** Creates the JSON Schema of an object. */
function object(required: Record<string, JsonSchema>, optional: Record<string, JsonSchema> = {}): JsonSchema {
  return { type: "object", properties: { ...required, ...optional }, required: Object.keys(required) };
}
