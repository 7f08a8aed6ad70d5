/** Parses recurrence rules of events (RFC 5545), such as `FREQ=WEEKLY`. */
import { ToolError } from "@helve/tool";
import { addDays } from "./zoned-time.ts";

/** When a series repeats. */
export interface Recurrence {
  readonly count: number;
  /** Milliseconds since 1970. */
  readonly until: number;
  /** The dates on which the series takes place, without end. */
  dates(first: string): Iterable<string>;
}

/**
 * Parses the part of RFC 5545 that a calendar in memory understands: `FREQ`, `INTERVAL`, `COUNT`, `UNTIL`, and `BYDAY` for weeks.
 *
 * @throws ToolError for anything else
 */
export function parseRecurrence(text: string): Recurrence {
  const parts = new Map(
    text.split(";").map((part): [string, string] => {
      const [name = "", value = ""] = part.split("=", 2);
      return [name.trim().toUpperCase(), value.trim().toUpperCase()];
    }),
  );
  const frequency = parts.get("FREQ") ?? "";
  const interval = wholeNumber(parts.get("INTERVAL") ?? "1");
  const count = parts.has("COUNT") ? wholeNumber(parts.get("COUNT") ?? "") : Number.POSITIVE_INFINITY;
  const until = parts.has("UNTIL") ? untilOf(parts.get("UNTIL") ?? "") : Number.POSITIVE_INFINITY;
  const days = parts
    .get("BYDAY")
    ?.split(",")
    .map((day) => weekdays.indexOf(day));
  const isKnown = [...parts.keys()].every((name) => knownParts.has(name)) && frequencies.has(frequency);
  const isValid = [interval, count, until].every((value) => value > 0) && !(days?.includes(-1) ?? false);
  if (!isKnown || !isValid || (days !== undefined && frequency !== "WEEKLY")) throw notUnderstood(text);
  const dates = (first: string): Iterable<string> =>
    frequency === "DAILY"
      ? daily(first, interval)
      : frequency === "WEEKLY"
        ? weekly(first, interval, days)
        : monthly(first, frequency === "YEARLY" ? 12 * interval : interval);
  return { count, until, dates };
}

const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const knownParts: ReadonlySet<string> = new Set(["FREQ", "INTERVAL", "COUNT", "UNTIL", "BYDAY"]);
const frequencies: ReadonlySet<string> = new Set(["DAILY", "WEEKLY", "MONTHLY", "YEARLY"]);

/** Creates the error of a recurrence that is not understood. */
function notUnderstood(text: string): ToolError {
  return new ToolError(
    `The recurrence ${JSON.stringify(text)} is not understood: write for example FREQ=WEEKLY;BYDAY=MO,WE;COUNT=10.`,
  );
}

/** Yields the days of a daily recurrence. */
function* daily(first: string, interval: number): Iterable<string> {
  for (let days = 0; ; days += interval) yield addDays(first, days);
}

/** Yields the days of a weekly recurrence. */
function* weekly(first: string, interval: number, days: readonly number[] | undefined): Iterable<string> {
  const firstDay = (new Date(`${first}T00:00Z`).getUTCDay() + 6) % 7;
  const wanted = days ?? [firstDay];
  for (let day = 0; ; day++) {
    const fromMonday = day + firstDay;
    if (wanted.includes(fromMonday % 7) && Math.floor(fromMonday / 7) % interval === 0) yield addDays(first, day);
  }
}

/** The same day of each month; months without this day are left out. */
function* monthly(first: string, interval: number): Iterable<string> {
  const [year = 0, month = 0, day = 0] = first.split("-").map(Number);
  for (let months = 0; ; months += interval) {
    const date = new Date(Date.UTC(year, month - 1 + months, day));
    if (date.getUTCFullYear() > 3000) return;
    if (date.getUTCDate() === day) yield date.toISOString().slice(0, 10);
  }
}

/** A positive whole number, or 0 for another text. */
function wholeNumber(text: string): number {
  return /^\d{1,4}$/.test(text) ? Number(text) : 0;
}

/** Reads the end of a recurrence as milliseconds: `20261231T235959Z`, or the end of the day `20261231`. */
function untilOf(text: string): number {
  const [, year, month, day, hour = "23", minute = "59", second = "59"] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z?)?$/.exec(text) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) || 0;
}
