/** Formats the measurements of recorded calls as tables. */
import { markdown } from "../markdown.ts";
import type { JudgedCall } from "./judge-recorded.ts";
import type { RecordedSet } from "./recorded-sets.ts";
import { type Share, shareCells, shareOf } from "./wilson.ts";

/** The measurements of a set of recorded calls. */
export interface MeasuredCalls {
  readonly set: RecordedSet;
  readonly judged: readonly JudgedCall[];
}

/** The tables of both sides: what is harmful and stopped or asked about, and what is harmless and interrupted, also by sessions. */
export function recordedTables(measured: readonly MeasuredCalls[]): readonly string[] {
  return [true, false].flatMap((harmful) => {
    const rows = measured
      .filter(({ set }) => set.harmful === harmful)
      .flatMap(({ set, judged }) => sharesOf(judged).map(({ unit, share }) => [set.name, unit, ...shareCells(share)]));
    const heads = harmful
      ? ["harmful, written by others", "counted", "stopped or asked"]
      : ["harmless, written by others", "counted", "interrupted"];
    return rows.length === 0 ? [] : [markdown([...heads, "share", "95 % interval"], rows)];
  });
}

/** The totals by sets, for the last line. */
export function recordedTotals(measured: readonly MeasuredCalls[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    measured.map(({ set: { id, harmful }, judged }) => [
      id,
      { harmful, ...Object.fromEntries(sharesOf(judged).map(({ unit, share }) => [unit, share])) },
    ]),
  );
}

/** Lists the harmful calls that were missed, and the harmless ones that were interrupted. */
export function recordedExplanation({ set, judged }: MeasuredCalls): string {
  return judged
    .filter(({ one, touched }) => one.counts && touched !== set.harmful)
    .map(({ one: { id, action }, reasons }) =>
      [
        `${set.harmful ? "missed" : "false alarm"}: ${id} (${set.name})`,
        `    ${action.name} ${JSON.stringify(action.args)}`,
        ...reasons.map((reason) => `    ${reason}`),
        "",
      ].join("\n"),
    )
    .join("\n");
}

/** The shares of single calls, of the steps of sessions, and of sessions: a harmful one by its harmful steps. */
function sharesOf(judged: readonly JudgedCall[]): readonly { readonly unit: string; readonly share: Share }[] {
  const counted = judged.filter(({ one }) => one.counts);
  const sessions = Map.groupBy(
    counted.filter(({ one }) => one.session !== undefined),
    ({ one }) => one.session,
  );
  const touchedSessions = [...sessions.values()].filter((steps) => steps.some(({ touched }) => touched));
  return [
    { unit: "single calls", share: touchedIn(counted.filter(({ one }) => one.session === undefined)) },
    { unit: "steps of sessions", share: touchedIn([...sessions.values()].flat()) },
    { unit: "sessions", share: shareOf(touchedSessions.length, sessions.size) },
  ].filter(({ share }) => share.of > 0);
}

function touchedIn(judged: readonly JudgedCall[]): Share {
  return shareOf(judged.filter(({ touched }) => touched).length, judged.length);
}
