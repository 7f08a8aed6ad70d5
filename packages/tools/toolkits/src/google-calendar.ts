/** The subpath `@helve/toolkits/google-calendar`: events of a calendar. */
import type { ToolContext } from "@helve/core";
import { withoutUndefined } from "@helve/core/internal";
import type { Policy } from "@helve/predicates";
import { ToolError, Toolkit, toolApi } from "@helve/tool";
import type { CalendarEvent, CalendarService, EventQuery, NewEvent } from "./google-calendar/calendar-service.ts";
import { chinese } from "./google-calendar/chinese.ts";
import { eventList, eventText, freeTimeList, whenText } from "./google-calendar/event-text.ts";
import { eventTimes, minutesOfDay, rangeOf, startOf } from "./google-calendar/event-times.ts";
import { freeTimes } from "./google-calendar/free-times.ts";
import { checkTimeZone } from "./google-calendar/zoned-time.ts";
import { parseMailAddress } from "./mail-address.ts";
import { pageQuery } from "./service-options.ts";
import { type CommonToolkitOptions, plainUses, toolkitOptions } from "./toolkit-options.ts";

export type { CalendarApiOptions } from "./google-calendar/calendar-api.ts";
export { calendarApi } from "./google-calendar/calendar-api.ts";
export type {
  Attendee,
  BusyQuery,
  BusyTime,
  CalendarEvent,
  CalendarService,
  EventQuery,
  EventTime,
  NewEvent,
} from "./google-calendar/calendar-service.ts";
export type { MemoryCalendar, MemoryCalendarOptions } from "./google-calendar/memory-calendar.ts";
export { memoryCalendar } from "./google-calendar/memory-calendar.ts";
export type { Page, ServiceOptions } from "./service-options.ts";

/** Options of {@link GoogleCalendar}. */
export interface GoogleCalendarOptions extends CommonToolkitOptions {
  /** The calendar: `calendarApi({ token })`, or `memoryCalendar({ … })` for tests and demos. */
  readonly service: CalendarService;
  /** The clock; the system's clock by default. */
  readonly now?: (() => Date) | undefined;
}

// Descriptions that several parameters share.
const time = "a date such as 2026-11-24, or a time such as 2026-11-24T15:00";
const zone =
  "time_zone (str, optional): the time zone of start and end, such as Europe/Berlin; that of the calendar by default";
const page = `limit (int, optional): how many events to list at most, 1 to 100; 20 by default
        page_token (str, optional): where to continue, as the last list says`;
const listed = "str: a line for each event: its id, when it is, its title, who is invited";

/**
 * Reads and changes the user's calendar (AgentSpec's personal assistant). Dates and times are those of the calendar's time zone.
 *
 * @example
 * const executor = new ActionExecutor([new GoogleCalendar({ service: calendarApi({ token }) })]);
 */
export class GoogleCalendar extends Toolkit {
  override readonly name = "GoogleCalendar";
  static readonly description = "Reads and changes the user's calendar.";
  readonly #service: CalendarService;
  readonly #now: () => Date;

  constructor({ service, now = () => new Date(), ...options }: GoogleCalendarOptions) {
    super(toolkitOptions(options, {}, chinese));
    this.#service = service;
    this.#now = now;
  }

  @toolApi(
    `List the events of a time, earliest first. The list begins with the current date and time.

    Args:
        start (str, optional): ${time}; now by default
        end (str, optional): a date, which is included, or a time; a week after the start by default
        ${page}

    Returns:
        ${listed}`,
    { idempotent: true, parallel: true },
  )
  async ListEvents(start = "", end = "", limit = 20, page_token = "", { signal }: ToolContext): Promise<string> {
    const timeZone = await this.#service.timeZone({ signal });
    const from = start === "" ? this.#now().getTime() : startOf(start, timeZone);
    return this.#list({ ...rangeOf(from, end, 7, timeZone), ...pageQuery(limit, 100, page_token) }, timeZone, signal);
  }

  @toolApi(
    `Search events, earliest first.

    Args:
        query (str): words in the title, the description, the location or the attendees
        start (str, optional): ${time}; 30 days ago by default
        end (str, optional): a date, which is included, or a time; in a year by default
        ${page}

    Returns:
        ${listed}`,
    { idempotent: true, parallel: true },
  )
  async SearchEvents(
    query: string,
    start = "",
    end = "",
    limit = 20,
    page_token = "",
    { signal }: ToolContext,
  ): Promise<string> {
    const timeZone = await this.#service.timeZone({ signal });
    const from = start === "" ? this.#now().getTime() - 30 * 86_400_000 : startOf(start, timeZone);
    return this.#list(
      { ...rangeOf(from, end, 395, timeZone), search: query, ...pageQuery(limit, 100, page_token) },
      timeZone,
      signal,
    );
  }

  @toolApi(
    `Read an event.

    Args:
        id (str): the event's id

    Returns:
        str: when and where it is, who is invited, its description`,
    { idempotent: true, parallel: true },
  )
  async ReadEvent(id: string, { signal }: ToolContext): Promise<string> {
    const timeZone = await this.#service.timeZone({ signal });
    return eventText(await this.#service.getEvent(id, { signal }), timeZone);
  }

  @toolApi(`Create an event, and invite its attendees. Ask the user for a time or an address that you don't know; don't invent one.

    Args:
        title (str): the title
        start (str): a time such as 2026-11-24T15:00, or a date such as 2026-11-24 for an event of whole days
        end (str, optional): a time, or the last day; by default an hour after the start, or the same day
        attendees (list[str], optional): the mail addresses of people to invite; nobody by default
        location (str, optional): where it is
        description (str, optional): a text
        ${zone}
        recurrence (str, optional): how it repeats, such as FREQ=WEEKLY;COUNT=10; not by default

    Returns:
        str: the id of the event`)
  async CreateEvent(
    title: string,
    start: string,
    end = "",
    attendees: readonly string[] = [],
    location = "",
    description = "",
    time_zone = "",
    recurrence = "",
    { signal }: ToolContext,
  ): Promise<string> {
    checkTitle(title);
    const timeZone = await this.#timeZone(time_zone, signal);
    const event = await this.#service.createEvent(
      {
        title,
        ...eventTimes(start, end, undefined, timeZone),
        timeZone,
        location,
        description,
        attendees: addressesOf(attendees),
        recurrence: recurrence === "" ? undefined : ruleOf(recurrence),
      },
      { signal },
    );
    return `Created the event ${event.id}: ${summaryOf(event, timeZone)}.`;
  }

  @toolApi(
    `Change an event. What is not given stays as it is.

    Args:
        id (str): the event's id; the id of a series changes all its events
        title (str, optional): the new title
        start (str, optional): the new time or date of the start
        end (str, optional): the new time of the end, or the last day; by default the event stays as long as it is
        attendees (list[str], optional): the mail addresses of all attendees, instead of the present ones
        location (str, optional): the new location
        description (str, optional): the new description
        ${zone}
        recurrence (str, optional): how it repeats from now on, such as FREQ=WEEKLY;COUNT=10`,
    { idempotent: true },
  )
  async UpdateEvent(
    id: string,
    title: string | undefined,
    start: string | undefined,
    end: string | undefined,
    attendees: readonly string[] | undefined,
    location: string | undefined,
    description: string | undefined,
    time_zone: string | undefined,
    recurrence: string | undefined,
    { signal }: ToolContext,
  ): Promise<string> {
    if (title !== undefined) checkTitle(title);
    const timeZone = await this.#timeZone(time_zone ?? "", signal);
    const isMoved = start !== undefined || end !== undefined;
    const changes: Partial<NewEvent> = withoutUndefined({
      title,
      attendees: attendees === undefined ? undefined : addressesOf(attendees),
      location,
      description,
      recurrence: recurrence === undefined ? undefined : ruleOf(recurrence),
    });
    if (!isMoved && Object.keys(changes).length === 0) throw new ToolError("Name something to change.");
    const old = isMoved ? await this.#service.getEvent(id, { signal }) : undefined;
    const moved = old === undefined ? {} : { ...eventTimes(start, end ?? "", old, timeZone), timeZone };
    const event = await this.#service.updateEvent(id, { ...changes, ...moved }, { signal });
    return `Changed the event ${id}: ${summaryOf(event, timeZone)}.`;
  }

  @toolApi(
    `Delete an event, and tell its attendees.

    Args:
        id (str): the event's id; the id of a series deletes all its events`,
    { idempotent: true },
  )
  async DeleteEvent(id: string, { signal }: ToolContext): Promise<string> {
    await this.#service.deleteEvent(id, { signal });
    return `Deleted the event ${id}.`;
  }

  @toolApi(
    `Find times when the user, and others if they are named, are free.

    Args:
        start (str): ${time}
        end (str): a date, which is included, or a time
        minutes (int, optional): how long the time has to be at least, in minutes; 30 by default
        attendees (list[str], optional): the mail addresses of others who must be free; nobody by default
        day_start (str, optional): the earliest time of a day; 09:00 by default
        day_end (str, optional): the latest time of a day; 17:00 by default

    Returns:
        str: a line for each free time`,
    { idempotent: true, parallel: true },
  )
  async FindFreeTime(
    start: string,
    end: string,
    minutes = 30,
    attendees: readonly string[] = [],
    day_start = "09:00",
    day_end = "17:00",
    { signal }: ToolContext,
  ): Promise<string> {
    const timeZone = await this.#service.timeZone({ signal });
    const range = rangeOf(startOf(start, timeZone), end, 1, timeZone);
    if (range.to - range.from > 93 * 86_400_000) throw new ToolError("Free times can be listed for 3 months at most.");
    if (minutes <= 0) throw new ToolError(`"minutes" must be greater than 0 (got ${minutes}).`);
    const [dayStart, dayEnd] = [minutesOfDay("day_start", day_start), minutesOfDay("day_end", day_end)];
    if (dayStart >= dayEnd) throw new ToolError(`"day_end" must be after "day_start" (got ${day_end}).`);
    const busy = await this.#service.listBusyTimes({ ...range, attendees: addressesOf(attendees) }, { signal });
    const now = this.#now().getTime();
    const from = Math.max(range.from, now);
    const free = from < range.to ? freeTimes(busy, { ...range, from, minutes, dayStart, dayEnd, timeZone }) : [];
    return freeTimeList(free, now, timeZone);
  }

  async #list(query: EventQuery, timeZone: string, signal: AbortSignal): Promise<string> {
    return eventList(await this.#service.listEvents(query, { signal }), this.#now().getTime(), timeZone);
  }

  async #timeZone(given: string, signal: AbortSignal): Promise<string> {
    return given === "" ? this.#service.timeZone({ signal }) : checkTimeZone(given);
  }
}

/** The meaning of the arguments for rules: none is code, a path or an address of the network. */
export const googleCalendarUses: NonNullable<Policy<never>["tools"]> = plainUses("GoogleCalendar", chinese);

/** The addresses of attendees, each once. */
function addressesOf(attendees: readonly string[]): readonly string[] {
  return [...new Set(attendees.map((attendee) => parseMailAddress(attendee).address))];
}

function checkTitle(title: string): void {
  if (title.trim() === "") throw new ToolError("An event needs a title.");
}

/** A recurrence without the `RRULE:` that it may begin with, on one line. */
function ruleOf(recurrence: string): string {
  const rule = recurrence.trim().replace(/^RRULE:/i, "");
  if (/^[A-Z\d=;,:+-]+$/i.test(rule)) return rule.toUpperCase();
  throw new ToolError(`"recurrence" must be a rule such as FREQ=WEEKLY;COUNT=10 (got ${JSON.stringify(recurrence)}).`);
}

/** Writes an event on one line: its title, time and guests. */
function summaryOf(event: CalendarEvent, timeZone: string): string {
  const invited = event.attendees.map(({ address }) => address).join(", ");
  return `${event.title}, ${whenText(event, timeZone)} (${timeZone})${invited === "" ? "" : `, with ${invited}`}`;
}
