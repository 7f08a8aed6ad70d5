/** Reads the time arguments of calendar tools: start, end, time zone. */
import { ToolError } from "@helve/tool";
import type { CalendarEvent, EventTime } from "./calendar-service.ts";
import { addDays, type CalendarTime, instantOfTime, parseCalendarTime } from "./zoned-time.ts";

/** The instant at which a time begins. */
export function startOf(text: string, timeZone: string): number {
  return instantOfTime(parseCalendarTime("start", text, timeZone), timeZone);
}

/**
 * A time from a start to an end, whose date is included.
 *
 * @param days - how long it is without an end
 */
export function rangeOf(
  from: number,
  end: string,
  days: number,
  timeZone: string,
): { readonly from: number; readonly to: number } {
  const to = end === "" ? from + days * day : endInstant(parseCalendarTime("end", end, timeZone), timeZone);
  if (to <= from) throw endBeforeStart(end);
  return { from, to };
}

/**
 * The start and the end of an event.
 *
 * @param start - the start of the old event if it is absent
 * @param end - empty for an event that is as long as the old one, or else an hour or a day
 */
export function eventTimes(
  start: string | undefined,
  end: string,
  old: Pick<CalendarEvent, "start" | "end"> | undefined,
  timeZone: string,
): { readonly start: EventTime; readonly end: EventTime } {
  const first = start === undefined ? oldTime(old?.start) : parseCalendarTime("start", start, timeZone);
  const last = end === "" ? defaultEnd(first, old) : lastTime(parseCalendarTime("end", end, timeZone));
  if (first.kind !== last.kind) {
    throw new ToolError('"start" and "end" must both be dates, or both be times.');
  }
  if (instantOfTime(last, timeZone) <= instantOfTime(first, timeZone)) throw endBeforeStart(end);
  return { start: eventTime(first), end: eventTime(last) };
}

/** A time of the day such as `09:30`, in minutes since midnight. */
export function minutesOfDay(what: string, text: string): number {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/.exec(text.trim()) ?? [];
  const total = Number(hours) * 60 + Number(minutes);
  if (total <= 24 * 60 && Number(minutes) < 60) return total;
  throw new ToolError(`"${what}" must be a time of the day such as 09:30 (got ${JSON.stringify(text)}).`);
}

const day = 86_400_000;

function endBeforeStart(end: string): ToolError {
  return new ToolError(`"end" must be after "start"${end === "" ? "" : ` (got ${JSON.stringify(end)})`}.`);
}

function endInstant(time: CalendarTime, timeZone: string): number {
  return instantOfTime(lastTime(time), timeZone);
}

/** The end of a time: for a date, the day after it. */
function lastTime(time: CalendarTime): CalendarTime {
  return time.kind === "date" ? { kind: "date", date: addDays(time.date, 1) } : time;
}

function defaultEnd(start: CalendarTime, old: Pick<CalendarEvent, "start" | "end"> | undefined): CalendarTime {
  const [oldStart, oldEnd] = old === undefined ? [] : [oldTime(old.start), oldTime(old.end)];
  if (start.kind === "date") {
    const days =
      oldStart?.kind === "date" && oldEnd?.kind === "date"
        ? (Date.parse(oldEnd.date) - Date.parse(oldStart.date)) / day
        : 1;
    return { kind: "date", date: addDays(start.date, days) };
  }
  const length = oldStart?.kind === "time" && oldEnd?.kind === "time" ? oldEnd.instant - oldStart.instant : 3_600_000;
  return { kind: "time", instant: start.instant + length };
}

/** Converts the time of an existing event. */
function oldTime(time: EventTime | undefined): CalendarTime {
  if (time === undefined) throw new ToolError('"start" is missing.');
  return "date" in time ? { kind: "date", date: time.date } : { kind: "time", instant: Date.parse(time.dateTime) };
}

/** Converts a time to the form of an event. */
function eventTime(time: CalendarTime): EventTime {
  return time.kind === "date" ? { date: time.date } : { dateTime: new Date(time.instant).toISOString() };
}
