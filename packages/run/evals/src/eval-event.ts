/** The events of an evaluation, which are also the entries of its log. */
import type { AgentEvent, LimitName, Message, Usage } from "@helve/agent";
import type { ErrorJson, JsonObject, JsonValue } from "@helve/core";
import type { EvalResults } from "./eval-results.ts";
import type { IdentifiedSample, SampleId, SampleKey } from "./sample.ts";
import type { Score } from "./score.ts";
import type { SampleLimits } from "./task.ts";

/** An event of an evaluation: an entry of its log, or its progress. Plain JSON. */
export type EvalEvent = LogEntry | Progress;

/** One line of a log. */
export type LogEntry = EvalStart | SampleStart | SampleEvent | SampleEnd | EvalEnd;

/** A run has begun, or continues. */
export interface EvalStart {
  readonly type: "start";
  /** The version of the format of logs. */
  readonly version: 1;
  /** Identifies the run. */
  readonly run: string;
  /** In milliseconds since 1970, as in every entry. */
  readonly at: number;
  readonly task: {
    readonly name: string;
    readonly version: string;
    readonly metadata?: JsonObject | undefined;
    /** Where it was loaded from: `evals/math.ts#arithmetic`. */
    readonly source?: string | undefined;
  };
  readonly model: string;
  /** The name of the model on a command line, so that a resumed run finds it. */
  readonly modelSource?: string | undefined;
  /** The ids of the samples that run, in their order. */
  readonly samples: readonly SampleId[];
  readonly epochs: number;
  readonly reducers: readonly string[];
  readonly scorers: readonly string[];
  readonly limits: SampleLimits;
  readonly failOnError: boolean | number;
  readonly retries: number;
  /** True if the run continues after an interruption. */
  readonly resumed?: boolean | undefined;
}

/** A sample has begun. */
export interface SampleStart extends SampleKey {
  readonly type: "sample_start";
  readonly at: number;
  /** From 1; more after errors. */
  readonly attempt: number;
  readonly sample: IdentifiedSample;
}

/** Something has happened in a sample. */
export interface SampleEvent extends SampleKey {
  readonly type: "event";
  readonly at: number;
  readonly event: TranscriptEvent;
}

/** An event of an agent that is worth keeping: no deltas, and nothing that its messages and action returns say as well. */
export type TranscriptEvent =
  | Extract<AgentEvent, { readonly type: "message" | "result" | "verdict" | "submission" | "compaction" }>
  | { readonly type: "retry"; readonly attempt: number; readonly error: ErrorJson }
  | { readonly type: "agent"; readonly agent: string; readonly callId: string; readonly event: TranscriptEvent };

/** A sample has ended. */
export interface SampleEnd extends SampleKey {
  readonly type: "sample_end";
  readonly at: number;
  /** `success` also if a limit was reached; `cancelled` if the run ended before. */
  readonly status: "success" | "error" | "cancelled";
  readonly attempt: number;
  readonly output: string;
  /** The whole conversation. */
  readonly messages: readonly Message[];
  /** By the names of the scorers; empty unless the status is `success`. */
  readonly scores: Readonly<Record<string, Score>>;
  readonly metadata: JsonObject;
  /** The data that tools, solvers and scorers have stored. */
  readonly store: Readonly<Record<string, JsonValue>>;
  /** The tokens of the model, its sub-agents and graders. */
  readonly usage: Usage;
  readonly cost: number;
  /** In milliseconds. */
  readonly time: number;
  readonly limit?: ReachedLimit | undefined;
  /** A rule or the host ended the agent. */
  readonly stopped?: string | undefined;
  readonly error?: ErrorJson | undefined;
  /** The errors of the attempts before. */
  readonly retries?: readonly ErrorJson[] | undefined;
}

/** The limit that ended a sample. */
export interface ReachedLimit {
  readonly type: keyof SampleLimits | LimitName;
  readonly reason: string;
}

/** A run has ended. */
export interface EvalEnd {
  readonly type: "end";
  readonly at: number;
  /** `error` if samples failed, and `failOnError` says that this ends the run. */
  readonly status: "success" | "error" | "cancelled";
  readonly results: EvalResults;
  readonly error?: ErrorJson | undefined;
}

/** How far a run is. It is no part of the log. */
export interface Progress {
  readonly type: "progress";
  /** The samples that have ended, in all epochs. */
  readonly done: number;
  readonly total: number;
  readonly running: number;
  readonly errors: number;
  readonly usage: Usage;
  readonly cost: number;
  /** In milliseconds, without earlier runs that this one resumes. */
  readonly elapsed: number;
  /** An estimate, in milliseconds; absent before the first sample has ended. */
  readonly left?: number | undefined;
}
