/** Converts between the time on a wall clock in a time zone and the instant that it means. */
import { ToolError } from "@helve/tool";

/** A day, or a time on a day. */
export type CalendarTime =
  | { readonly kind: "date" /** `2026-11-24`. */; readonly date: string }
  | { readonly kind: "time" /** Milliseconds since 1970. */; readonly instant: number };

/**
 * Parses a date (`2026-11-24`), a time in the time zone (`2026-11-24T15:00`), or a time with an offset (`2026-11-24T15:00Z`).
 *
 * @param what - the argument, for messages: `start`
 * @throws ToolError for anything else, such as `next Tuesday` and the 30th of February
 */
export function parseCalendarTime(what: string, text: string, timeZone: string): CalendarTime {
  const [, date = "", time, offset] =
    /^([12]\d{3}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s?(Z|[+-]\d{2}:?\d{2})?)?$/i.exec(
      text.trim(),
    ) ?? [];
  const wall = Date.parse(`${date}T${time === undefined ? "00:00" : time.slice(0, 8)}Z`);
  if (Number.isNaN(wall) || new Date(`${date}T00:00Z`).toISOString().slice(0, 10) !== date) {
    throw new ToolError(
      `"${what}" must be a date such as 2026-11-24, or a time such as 2026-11-24T15:00 (got ${JSON.stringify(text)}).`,
    );
  }
  if (time === undefined) return { kind: "date", date };
  return { kind: "time", instant: offset === undefined ? instantOf(wall, timeZone) : wall - offsetOf(offset) };
}

/** The instant of a time; for a day, its first instant in the time zone. */
export function instantOfTime(time: CalendarTime, timeZone: string): number {
  return time.kind === "time" ? time.instant : instantOf(Date.parse(`${time.date}T00:00Z`), timeZone);
}

/**
 * The instant at which clocks in a time zone show a time. A time that clocks skip means the time that is as much later; of a time that they show
 * twice, the first.
 *
 * @param wall - the time that they show, as if it were in UTC, in milliseconds since 1970
 */
export function instantOf(wall: number, timeZone: string): number {
  const candidates = [wall - day, wall + day].map((around) => wall - (wallOf(around, timeZone) - around));
  const exact = candidates.filter((instant) => wallOf(instant, timeZone) === wall);
  return exact.length > 0 ? Math.min(...exact) : Math.max(...candidates);
}

/** The wall clock time in a time zone at an instant, in milliseconds as if it were UTC. */
export function wallOf(instant: number, timeZone: string): number {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  const number = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.get(type));
  const seconds = Date.UTC(
    number("year"),
    number("month") - 1,
    number("day"),
    number("hour"),
    number("minute"),
    number("second"),
  );
  return seconds + (((instant % 1000) + 1000) % 1000);
}

/** A time as an argument of a tool: `2026-11-24T15:00` in the time zone. */
export function wallText(instant: number, timeZone: string): string {
  return new Date(wallOf(instant, timeZone)).toISOString().slice(0, 16);
}

/**
 * The days after a date: `addDays("2026-11-30", 1)` is `2026-12-01`.
 */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00Z`) + days * day).toISOString().slice(0, 10);
}

/** Checks the name of a time zone. @throws ToolError for a text that is no time zone */
export function checkTimeZone(timeZone: string): string {
  try {
    formatOf(timeZone);
    return timeZone;
  } catch {
    throw new ToolError(`There is no time zone ${JSON.stringify(timeZone)}: use a name such as Europe/Berlin.`);
  }
}

const day = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the formatter for times in a zone, made once for each zone. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  formats.set(timeZone, format);
  return format;
}

/** An offset such as `+01:00`, in milliseconds. */
function offsetOf(text: string): number {
  if (text.toUpperCase() === "Z") return 0;
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(-2));
  return (text.startsWith("-") ? -1 : 1) * minutes * 60_000;
}
