/** The log of an evaluation: its start, samples and results. */
import type { ErrorJson } from "@helve/core";
import type { EvalEnd, EvalStart, LogEntry, SampleEnd, TranscriptEvent } from "./eval-event.ts";
import type { EvalResults } from "./eval-results.ts";
import { type IdentifiedSample, keyOf, type SampleKey } from "./sample.ts";

/** The log of a run. Plain JSON. */
export interface EvalLog {
  /** `unfinished` if the log has no end, because the process ended before. */
  readonly status: EvalEnd["status"] | "unfinished";
  readonly start: EvalStart;
  /** The runs of samples that have begun, by their order in the dataset, then by epochs. */
  readonly samples: readonly SampleLog[];
  /** Absent if the log is unfinished. */
  readonly results?: EvalResults | undefined;
  readonly error?: ErrorJson | undefined;
}

/** The log of a run of a sample: of the last one, if it ran several times. */
export interface SampleLog extends SampleKey {
  readonly sample: IdentifiedSample;
  readonly events: readonly TranscriptEvent[];
  /** Absent if it has not ended. */
  readonly end?: SampleEnd | undefined;
}

/** Builds a log from its entries; `undefined` without a start. */
export function logOfEntries(entries: Iterable<LogEntry>): EvalLog | undefined {
  let start: EvalStart | undefined;
  let end: EvalEnd | undefined;
  const samples = new Map<string, GrowingLog>();
  for (const entry of entries) {
    switch (entry.type) {
      case "start":
        start ??= entry;
        end = undefined;
        break;
      case "sample_start": {
        const { id, epoch, sample } = entry;
        samples.set(keyOf(entry), { id, epoch, sample, events: [] });
        break;
      }
      case "event":
        samples.get(keyOf(entry))?.events.push(entry.event);
        break;
      case "sample_end": {
        const log = samples.get(keyOf(entry));
        if (log !== undefined) log.end = entry;
        break;
      }
      case "end":
        end = entry;
        break;
    }
  }
  if (start === undefined) return undefined;
  const order = new Map(start.samples.map((id, index) => [id, index]));
  const sorted = [...samples.values()].sort(
    (one, other) => (order.get(one.id) ?? 0) - (order.get(other.id) ?? 0) || one.epoch - other.epoch,
  );
  const { results, error } = end ?? {};
  return {
    status: end?.status ?? "unfinished",
    start,
    samples: sorted,
    results,
    error,
  };
}

/** A log of a sample to which entries are added. */
interface GrowingLog extends SampleLog {
  readonly events: TranscriptEvent[];
  end?: SampleEnd | undefined;
}
