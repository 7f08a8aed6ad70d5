import { ToolError } from "@helve/tool";
import type { TaskDue } from "./task-service.ts";

/**
 * Reads when a task is due, as far as a list of tasks in memory understands it: dates and times, `today`, `tomorrow`, days of the week, `in 3 days`,
 * each with `at 15:00`, and `every day`, `every week`, `every month`, `every tuesday`.
 *
 * @param now - milliseconds since 1970; days are UTC days
 * @returns `undefined` for `no date`
 * @throws ToolError for other words
 */
export function parseDue(text: string, now: number): TaskDue | undefined {
  const words = text.trim().toLowerCase().replaceAll(/\s+/g, " ");
  if (words === "" || words === "no date") return undefined;
  const [, day = "", clock] = /^(.*?)(?:(?: at |[ t])(\d{1,2}(?::\d{2}){0,2} ?(?:am|pm)?))?$/.exec(words) ?? [];
  const isRepeated = day.startsWith("every ");
  const date = dateOf(day.replace(/^(?:every|next|on) /, ""), now, isRepeated);
  const time = clock === undefined ? "" : timeOf(clock);
  if (date === undefined || time === undefined) throw notUnderstood(text);
  return { date: `${date}${time}`, text: text.trim(), isRepeated };
}

/** Returns when a repeated task is due after it was completed. */
export function nextDue(due: TaskDue): TaskDue {
  const time = due.date.slice(10);
  const day = due.text
    .toLowerCase()
    .replace(/^every /, "")
    .replace(/ at .*$/, "");
  const current = Date.parse(`${due.date.slice(0, 10)}T00:00Z`);
  if (day === "month") {
    const date = new Date(current);
    date.setUTCMonth(date.getUTCMonth() + 1);
    return { ...due, date: `${isoDate(date.getTime())}${time}` };
  }
  return { ...due, date: `${isoDate(current + (day === "day" ? 1 : 7) * dayLength)}${time}` };
}

const dayLength = 86_400_000;
const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

/** Returns the next date of a word such as `friday` or `tomorrow`; undefined for other words. */
function dateOf(day: string, now: number, isRepeated: boolean): string | undefined {
  if (isRepeated && (day === "day" || day === "week" || day === "month")) return isoDate(now);
  const weekday = weekdays.findIndex((name) => name === day || (day.length >= 3 && name.slice(0, 3) === day));
  if (weekday !== -1) {
    const ahead = (weekday - new Date(now).getUTCDay() + 7) % 7 || 7;
    return isoDate(now + ahead * dayLength);
  }
  if (isRepeated) return undefined;
  if (day === "today") return isoDate(now);
  if (day === "tomorrow") return isoDate(now + dayLength);
  const ahead = /^in (\d{1,3}) days?$/.exec(day)?.[1];
  if (ahead !== undefined) return isoDate(now + Number(ahead) * dayLength);
  const isDate = /^[12]\d{3}-\d\d-\d\d$/.test(day) && new Date(`${day}T00:00Z`).getTime() >= 0;
  return isDate && isoDate(Date.parse(`${day}T00:00Z`)) === day ? day : undefined;
}

/** A time such as `3pm` as the end of a date and time: `T15:00:00`. */
function timeOf(clock: string): string | undefined {
  const [, hour, minute = "00", second = "00", half] =
    /^(\d{1,2})(?::(\d{2}))?(?::(\d{2}))? ?(am|pm)?$/.exec(clock) ?? [];
  const isHalf = half !== undefined;
  const hours = isHalf ? (Number(hour) % 12) + (half === "pm" ? 12 : 0) : Number(hour);
  if (hours > 23 || Number(minute) > 59 || Number(second) > 59 || (isHalf && Number(hour) > 12)) return undefined;
  return `T${String(hours).padStart(2, "0")}:${minute}:${second}`;
}

function isoDate(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

function notUnderstood(text: string): ToolError {
  return new ToolError(
    `The date ${JSON.stringify(text)} is not understood: write for example "2026-11-24", "tomorrow at 15:00" or "every monday".`,
  );
}
