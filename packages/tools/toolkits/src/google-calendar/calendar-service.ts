/** The interface of a calendar for the toolkit `GoogleCalendar`: Google's API or a calendar in memory. */
import type { Page, ServiceOptions } from "../service-options.ts";

/** The operations of the toolkit `GoogleCalendar` on a calendar: {@link calendarApi} is the real one, {@link memoryCalendar} one in memory. */
export interface CalendarService {
  /** The time zone of the calendar, such as `Europe/Berlin`. */
  timeZone(options?: ServiceOptions): Promise<string>;
  /** Lists events that overlap a time, by their start; each event of a series is listed. */
  listEvents(query: EventQuery, options?: ServiceOptions): Promise<Page<CalendarEvent>>;
  getEvent(id: string, options?: ServiceOptions): Promise<CalendarEvent>;
  createEvent(event: NewEvent, options?: ServiceOptions): Promise<CalendarEvent>;
  /** Changes what is given; a list of attendees replaces the one that was there. */
  updateEvent(id: string, changes: Partial<NewEvent>, options?: ServiceOptions): Promise<CalendarEvent>;
  /** Deletes an event, all events of a series if it is the id of the series. */
  deleteEvent(id: string, options?: ServiceOptions): Promise<void>;
  /** When people are busy. */
  listBusyTimes(query: BusyQuery, options?: ServiceOptions): Promise<readonly BusyTime[]>;
}

/** When an event starts or ends: a date (`2026-11-24`) or a time of ISO 8601 in UTC (`2026-11-24T14:00:00.000Z`). */
export type EventTime = { readonly date: string } | { readonly dateTime: string };

/** An event to create. */
export interface NewEvent {
  readonly title: string;
  readonly start: EventTime;
  /** For events of whole days, the day after the last one. */
  readonly end: EventTime;
  /** The time zone in which a series repeats; the calendar's time zone by default. */
  readonly timeZone?: string | undefined;
  readonly location: string;
  readonly description: string;
  /** Mail addresses. */
  readonly attendees: readonly string[];
  /** A rule of RFC 5545 such as `FREQ=WEEKLY;COUNT=4`, without `RRULE:`. */
  readonly recurrence?: string | undefined;
}

/** An event of a calendar. */
export interface CalendarEvent extends Omit<NewEvent, "attendees" | "timeZone"> {
  readonly id: string;
  readonly attendees: readonly Attendee[];
  /** The id of the series that the event belongs to. */
  readonly seriesId?: string | undefined;
}

/** Somebody who is invited. */
export interface Attendee {
  readonly address: string;
  readonly response: "accepted" | "declined" | "tentative" | "needsAction";
}

/** Which events to list. */
export interface EventQuery {
  /** Milliseconds since 1970. */
  readonly from: number;
  /** Milliseconds since 1970; exclusive. */
  readonly to: number;
  /** Words in the title, description, location or attendees. */
  readonly search?: string | undefined;
  readonly limit: number;
  readonly pageToken?: string | undefined;
}

/** Whose busy times to list. */
export interface BusyQuery {
  readonly from: number;
  readonly to: number;
  /** Mail addresses of other people; the user is always included. */
  readonly attendees: readonly string[];
}

/** A time when somebody is busy, in milliseconds since 1970. */
export interface BusyTime {
  readonly start: number;
  readonly end: number;
}
