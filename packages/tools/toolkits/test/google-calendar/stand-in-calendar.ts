// A server that answers as the Google Calendar API is documented to, with the events of a calendar in memory.

import { HelveError } from "@helve/core";
import {
  type LocalAnswer,
  type LocalService,
  localService,
  type ReceivedRequest,
} from "@helve/toolkit-tests/local-service";
import type { CalendarEvent, EventTime, MemoryCalendar, NewEvent } from "@helve/toolkits/google-calendar";
import { googleError } from "../gmail/stand-in-gmail.ts";

/** Starts the server. `token` is the only access token that it accepts. */
export function standInCalendar(calendar: MemoryCalendar, token: () => string): Promise<LocalService> {
  return localService(async (request) => {
    if (request.headers.authorization !== `Bearer ${token()}`)
      return googleError(401, "Invalid Credentials", "authError");
    try {
      return await answer(calendar, request);
    } catch (error) {
      if (!HelveError.is(error)) throw error;
      return error.message.startsWith("There is no")
        ? googleError(404, "Not Found", "notFound")
        : googleError(400, error.message, "invalid");
    }
  });
}

async function answer(calendar: MemoryCalendar, { method, url, body }: ReceivedRequest): Promise<LocalAnswer> {
  const [kind, , action, id] = url.pathname.split("/").slice(1).map(decodeURIComponent);
  const param = (name: string): string | undefined => url.searchParams.get(name) ?? undefined;
  if (method === "POST" && kind === "freeBusy") return freeBusy(calendar, JSON.parse(body));
  if (action === undefined) return { json: { id: "ada@fox.example", timeZone: await calendar.timeZone() } };
  if (method === "GET" && id === undefined) {
    if (param("singleEvents") !== "true" || param("orderBy") !== "startTime")
      throw new Error("not the events themselves");
    const { items, nextPageToken } = await calendar.listEvents({
      from: Date.parse(param("timeMin") ?? ""),
      to: Date.parse(param("timeMax") ?? ""),
      search: param("q"),
      limit: Number(param("maxResults")),
      pageToken: param("pageToken"),
    });
    return { json: { items: items.map(apiEvent), nextPageToken } };
  }
  if (method === "POST") return { json: apiEvent(await calendar.createEvent(newEvent(JSON.parse(body)) as NewEvent)) };
  if (method === "PATCH") return { json: apiEvent(await calendar.updateEvent(id ?? "", newEvent(JSON.parse(body)))) };
  if (method === "DELETE") {
    await calendar.deleteEvent(id ?? "");
    return { status: 204 };
  }
  return { json: apiEvent(await calendar.getEvent(id ?? "")) };
}

async function freeBusy(
  calendar: MemoryCalendar,
  { timeMin, timeMax, items }: { timeMin: string; timeMax: string; items: readonly { id: string }[] },
): Promise<LocalAnswer> {
  const [from, to] = [Date.parse(timeMin), Date.parse(timeMax)];
  const own = await calendar.listBusyTimes({ from, to, attendees: [] });
  const calendars: Record<string, object> = {};
  for (const { id } of items) {
    const attendees = id === "primary" ? [] : [id];
    const busy = await calendar.listBusyTimes({ from, to, attendees }).catch(() => undefined);
    const others = busy?.slice(id === "primary" ? 0 : own.length);
    calendars[id] =
      others === undefined
        ? { errors: [{ domain: "global", reason: "notFound" }], busy: [] }
        : { busy: others.map(({ start, end }) => ({ start: iso(start), end: iso(end) })) };
  }
  return { json: { kind: "calendar#freeBusy", calendars } };
}

function iso(instant: number): string {
  return new Date(instant).toISOString();
}

function apiEvent({ title, attendees, recurrence, seriesId, ...event }: CalendarEvent): object {
  return {
    ...event,
    kind: "calendar#event",
    status: "confirmed",
    summary: title,
    ...(attendees.length > 0 && {
      attendees: attendees.map(({ address, response }) => ({ email: address, responseStatus: response })),
    }),
    ...(recurrence !== undefined && { recurrence: [`RRULE:${recurrence}`] }),
    ...(seriesId !== undefined && { recurringEventId: seriesId }),
  };
}

interface ApiTime {
  readonly date?: string | null;
  readonly dateTime?: string | null;
  readonly timeZone?: string | null;
}

function newEvent(json: {
  readonly summary?: string;
  readonly start?: ApiTime;
  readonly end?: ApiTime;
  readonly location?: string;
  readonly description?: string;
  readonly attendees?: readonly { readonly email: string }[];
  readonly recurrence?: readonly string[];
}): Partial<NewEvent> {
  const { summary, start, end, attendees, recurrence, ...rest } = json;
  return {
    ...rest,
    ...(summary !== undefined && { title: summary }),
    ...(start !== undefined && { start: time(start) }),
    ...(end !== undefined && { end: time(end) }),
    ...(start?.timeZone != null && { timeZone: start.timeZone }),
    ...(attendees !== undefined && { attendees: attendees.map(({ email }) => email) }),
    ...(recurrence !== undefined && { recurrence: recurrence[0]?.replace("RRULE:", "") }),
  };
}

function time({ date, dateTime }: ApiTime): EventTime {
  if ((date == null) === (dateTime == null)) throw new Error("a time is either a date or a dateTime");
  return date == null ? { dateTime: dateTime ?? "" } : { date };
}
