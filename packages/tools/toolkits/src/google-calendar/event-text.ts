/** Formats events for models. */
import type { Page } from "../service-options.ts";
import type { BusyTime, CalendarEvent } from "./calendar-service.ts";
import { addDays, wallText } from "./zoned-time.ts";

/** A list of events: a line for each, with its id, when it is, and its title. */
export function eventList({ items, nextPageToken }: Page<CalendarEvent>, now: number, timeZone: string): string {
  const lines = items.map((event) => {
    const { id, title, attendees } = event;
    const who = attendees.length === 0 ? [] : [`with ${attendees.map(({ address }) => address).join(", ")}`];
    return onOneLine([id, whenText(event, timeZone), title || "(no title)", ...who].join("  "));
  });
  return [
    clockText(now, timeZone),
    ...(lines.length === 0 && nextPageToken === undefined ? ["There are no events."] : lines),
    ...(nextPageToken === undefined ? [] : [`More with page_token ${JSON.stringify(nextPageToken)}.`]),
  ].join("\n");
}

/** An event with all that is known of it. */
export function eventText(event: CalendarEvent, timeZone: string): string {
  const { id, title, location, description, attendees, recurrence, seriesId } = event;
  return [
    `Title: ${onOneLine(title)}`,
    `When: ${whenText(event, timeZone)} (${timeZone})`,
    ...(location === "" ? [] : [`Where: ${onOneLine(location)}`]),
    ...attendees.map(({ address, response }) => `Attendee: ${address} (${responses.get(response) ?? response})`),
    ...(recurrence === undefined ? [] : [`Repeats: ${recurrence}; ${id} is the id of the series`]),
    ...(seriesId === undefined ? [] : [`One event of the series ${seriesId}`]),
    ...(description === "" ? [] : ["", description]),
  ].join("\n");
}

/** A list of free times. */
export function freeTimeList(free: readonly BusyTime[], now: number, timeZone: string): string {
  const lines = free.map(({ start, end }) => rangeText(start, end, timeZone));
  return [clockText(now, timeZone), ...(lines.length === 0 ? ["There is no free time."] : lines)].join("\n");
}

/** Writes when an event is: `Tue 2026-11-24 15:00–15:30`. */
export function whenText({ start, end }: Pick<CalendarEvent, "start" | "end">, timeZone: string): string {
  if ("date" in start) {
    const last = "date" in end ? addDays(end.date, -1) : start.date;
    return last > start.date ? `${dayText(start.date)} to ${dayText(last)}` : `${dayText(start.date)}, all day`;
  }
  const [from, to] = [Date.parse(start.dateTime), "dateTime" in end ? Date.parse(end.dateTime) : Number.NaN];
  return Number.isNaN(from) || Number.isNaN(to) ? "at an unknown time" : rangeText(from, to, timeZone);
}

const responses: ReadonlyMap<string, string> = new Map([
  ["accepted", "accepted"],
  ["declined", "declined"],
  ["tentative", "maybe"],
  ["needsAction", "has not answered"],
]);

/** Tells the model the time and its time zone. */
function clockText(now: number, timeZone: string): string {
  const [date = "", time = ""] = wallText(now, timeZone).split("T");
  return `It is ${dayText(date)} ${time}; times are in ${timeZone}.`;
}

/** Writes a range of time: the day once if it begins and ends on it. */
function rangeText(start: number, end: number, timeZone: string): string {
  const [date = "", from = ""] = wallText(start, timeZone).split("T");
  const [lastDate = "", to = ""] = wallText(end, timeZone).split("T");
  return `${dayText(date)} ${from}–${date === lastDate ? to : `${dayText(lastDate)} ${to}`}`;
}

/** A date with its day of the week: `Tue 2026-11-24`. */
function dayText(date: string): string {
  const day = new Date(`${date}T00:00Z`).getUTCDay();
  return `${["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][day] ?? ""} ${date}`;
}

function onOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}
