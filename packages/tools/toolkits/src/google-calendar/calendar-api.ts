/** `calendarApi`: a calendar behind the Google Calendar API. */
import type { AccessToken } from "../access-token.ts";
import { type ApiRequest, callApi, noSuch, pathSegment } from "../authorized-api.ts";
import type { HttpOptions } from "../http.ts";
import { unreadableCalendar } from "./calendar-errors.ts";
import type { Attendee, BusyTime, CalendarEvent, CalendarService, EventTime, NewEvent } from "./calendar-service.ts";

/** Options of {@link calendarApi}. */
export interface CalendarApiOptions extends HttpOptions {
  readonly token: AccessToken;
  /** The id of the calendar; `primary` by default. */
  readonly calendar?: string | undefined;
  /** Whether attendees get mails about changes; `all` by default. */
  readonly sendUpdates?: "all" | "externalOnly" | "none" | undefined;
  /** The address of the API. */
  readonly url?: string | undefined;
}

/**
 * A calendar behind the Google Calendar API. The token needs the scopes `calendar.events` and `calendar.readonly`.
 *
 * @example
 * new GoogleCalendar({ service: calendarApi({ token: async ({ refresh }) => (await oauth.token({ refresh })).accessToken }) });
 */
export function calendarApi(options: CalendarApiOptions): CalendarService {
  const { token, calendar = "primary", sendUpdates = "all", url = calendarUrl } = options;
  const api = { service: "Google Calendar", url, token };
  const call = (path: string, request: ApiRequest): Promise<unknown> => callApi(api, path, request, options);
  const events = `calendars/${encodeURIComponent(calendar)}/events`;
  const eventPath = (id: string): string => `${events}/${pathSegment("event", id)}`;
  const change = (request: ApiRequest): ApiRequest => ({ ...request, scope: eventsScope, query: { sendUpdates } });
  let zone: string | undefined;
  return {
    async timeZone({ signal } = {}) {
      if (zone === undefined) {
        const path = `calendars/${encodeURIComponent(calendar)}`;
        const subject = `calendar ${JSON.stringify(calendar)}`;
        const { timeZone } = (await call(path, { signal, scope: readScope, subject })) as {
          readonly timeZone?: string;
        };
        zone = timeZone ?? "UTC";
      }
      return zone;
    },
    async listEvents({ from, to, search, limit, pageToken }, { signal } = {}) {
      const query = {
        timeMin: isoTime(from),
        timeMax: isoTime(to),
        q: search,
        singleEvents: true,
        orderBy: "startTime",
        maxResults: limit,
        pageToken,
      };
      const { items = [], nextPageToken } = (await call(events, { query, signal, scope: readScope })) as EventList;
      return { items: items.filter(({ status }) => status !== "cancelled").map(eventOf), nextPageToken };
    },
    async getEvent(id, { signal } = {}) {
      const event = (await call(eventPath(id), { signal, scope: readScope, subject: eventText(id) })) as ApiEvent;
      // A deleted event stays readable for some time.
      if (event.status === "cancelled") throw noSuch(eventText(id));
      return eventOf(event);
    },
    async createEvent(event, { signal } = {}) {
      return eventOf((await call(events, change({ method: "POST", json: jsonOf(event, {}), signal }))) as ApiEvent);
    },
    async updateEvent(id, changes, { signal } = {}) {
      // A date and a time exclude each other, so the other one is removed.
      const removed = { date: null, dateTime: null, timeZone: null };
      const request = change({
        method: "PATCH",
        isSafe: true,
        json: jsonOf(changes, removed),
        signal,
        subject: eventText(id),
      });
      return eventOf((await call(eventPath(id), request)) as ApiEvent);
    },
    async deleteEvent(id, { signal } = {}) {
      await call(eventPath(id), change({ method: "DELETE", signal, subject: eventText(id) }));
    },
    async listBusyTimes({ from, to, attendees }, { signal } = {}) {
      const items = [calendar, ...attendees].map((id) => ({ id }));
      const json = { timeMin: isoTime(from), timeMax: isoTime(to), items };
      const response = (await call("freeBusy", {
        method: "POST",
        isSafe: true,
        json,
        signal,
        scope: readScope,
      })) as Busy;
      return items.flatMap(({ id }) => busyTimes(id, response));
    },
  };
}

interface EventList {
  readonly items?: readonly ApiEvent[];
  readonly nextPageToken?: string;
}

/** An event as the API describes it. */
interface ApiEvent {
  readonly id?: string;
  readonly status?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly location?: string;
  readonly start?: { readonly date?: string; readonly dateTime?: string };
  readonly end?: { readonly date?: string; readonly dateTime?: string };
  readonly attendees?: readonly { readonly email?: string; readonly responseStatus?: string }[];
  readonly recurrence?: readonly string[];
  readonly recurringEventId?: string;
}

interface Busy {
  readonly calendars?: Readonly<
    Record<string, { readonly busy?: readonly { start: string; end: string }[]; readonly errors?: readonly unknown[] }>
  >;
}

const calendarUrl = "https://www.googleapis.com/calendar/v3";
const eventsScope = "https://www.googleapis.com/auth/calendar.events";
const readScope = "https://www.googleapis.com/auth/calendar.readonly";

/** Names an event for an error message. */
function eventText(id: string): string {
  return `event ${JSON.stringify(id)}`;
}

function isoTime(instant: number): string {
  return new Date(instant).toISOString();
}

/** Converts an event of Google's API to an event of the toolkit. */
function eventOf(event: ApiEvent): CalendarEvent {
  const { id = "", summary = "", description = "", location = "", start = {}, end = {}, attendees = [] } = event;
  const rule = event.recurrence?.find((line) => line.startsWith("RRULE:"))?.slice("RRULE:".length);
  return {
    id,
    title: summary,
    start: timeOf(start),
    end: timeOf(end),
    location,
    description,
    attendees: attendees.flatMap(({ email, responseStatus }): Attendee[] =>
      email === undefined
        ? []
        : [{ address: email, response: (responseStatus ?? "needsAction") as Attendee["response"] }],
    ),
    recurrence: rule,
    seriesId: event.recurringEventId,
  };
}

/** Converts a time of Google's API: a day, or a time in UTC. */
function timeOf({ date, dateTime = "" }: NonNullable<ApiEvent["start"]>): EventTime {
  if (date !== undefined) return { date };
  const time = new Date(dateTime);
  return { dateTime: Number.isNaN(time.getTime()) ? dateTime : time.toISOString() };
}

/**
 * An event, or changes of one, in the form of the API.
 *
 * @param removed - what to write for the members of a time that are absent
 */
function jsonOf(event: Partial<NewEvent>, removed: object): object {
  const { title, start, end, timeZone, location, description, attendees, recurrence } = event;
  const time = (value: EventTime): object =>
    "date" in value ? { ...removed, ...value } : { ...removed, ...value, ...(timeZone !== undefined && { timeZone }) };
  return {
    summary: title,
    start: start === undefined ? undefined : time(start),
    end: end === undefined ? undefined : time(end),
    location,
    description,
    attendees: attendees?.map((email) => ({ email })),
    recurrence: recurrence === undefined ? undefined : [`RRULE:${recurrence}`],
  };
}

/**
 * Reads the busy times of a calendar from an answer of the API.
 *
 * @throws ToolError if the calendar can't be read: then it is not known when the person is free
 */
function busyTimes(id: string, { calendars = {} }: Busy): readonly BusyTime[] {
  const found = Object.hasOwn(calendars, id) ? calendars[id] : undefined;
  if (found === undefined || (found.errors?.length ?? 0) > 0) {
    throw unreadableCalendar(id);
  }
  return (found.busy ?? []).map(({ start, end }) => ({ start: Date.parse(start), end: Date.parse(end) }));
}
