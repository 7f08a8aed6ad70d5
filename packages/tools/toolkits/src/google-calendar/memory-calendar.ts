/** `memoryCalendar`: a calendar in memory, for tests and demos. */
import { noSuch } from "../authorized-api.ts";
import { memoryPage } from "../memory-page.ts";
import { unreadableCalendar } from "./calendar-errors.ts";
import type { BusyTime, CalendarEvent, CalendarService, NewEvent } from "./calendar-service.ts";
import { instancesOf, instantsOf, type StoredEvent } from "./event-instances.ts";
import { checkTimeZone } from "./zoned-time.ts";

/** Options of {@link memoryCalendar}. */
export interface MemoryCalendarOptions {
  /** The time zone; UTC by default. */
  readonly timeZone?: string | undefined;
  readonly events?: readonly (Pick<NewEvent, "title" | "start" | "end"> & Partial<NewEvent>)[] | undefined;
  /** When others are busy, by mail address. Calendars of people who are not named can't be read. */
  readonly others?: Readonly<Record<string, readonly { readonly start: string; readonly end: string }[]>> | undefined;
}

/** A calendar in memory. It sends no invitations. */
export interface MemoryCalendar extends CalendarService {
  /** Returns its content as JSON: the state that rules read as `state.events`. A series is one event. */
  snapshot(): { readonly events: readonly CalendarEvent[] };
}

/**
 * Creates a calendar in memory, for tests and demos. Events are numbered in the order in which they are created.
 *
 * @example
 * const calendar = memoryCalendar({ timeZone: "Europe/Berlin" });
 * const kit = new GoogleCalendar({ service: calendar });
 */
export function memoryCalendar(options: MemoryCalendarOptions = {}): MemoryCalendar {
  const timeZone = checkTimeZone(options.timeZone ?? "UTC");
  const others = new Map(Object.entries(options.others ?? {}).map(([address, busy]) => [address.toLowerCase(), busy]));
  const events = new Map<string, StoredEvent>();
  let lastId = 0;

  const create = ({
    timeZone: zone = timeZone,
    attendees = [],
    ...event
  }: Partial<NewEvent> & Pick<NewEvent, "title" | "start" | "end">): CalendarEvent => {
    const id = String(++lastId);
    const created: CalendarEvent = {
      location: "",
      description: "",
      ...event,
      id,
      attendees: attendees.map((address) => ({ address, response: "needsAction" })),
    };
    const stored = { event: created, timeZone: zone, changed: new Map() };
    instancesOf(stored, 0, 1); // An invalid recurrence throws before the event exists.
    events.set(id, stored);
    return created;
  };
  for (const event of options.events ?? []) create(event);

  const overlapping = (from: number, to: number): readonly CalendarEvent[] =>
    [...events.values()]
      .flatMap((stored) => instancesOf(stored, from, to))
      .map((event) => ({ event, start: instantsOf(event, timeZone).start }))
      .toSorted((a, b) => a.start - b.start)
      .map(({ event }) => event);

  /** The series that an id is of, and its event. `4_20261124T140000Z` is an event of the series `4`. */
  const find = (id: string): { readonly stored: StoredEvent; readonly event: CalendarEvent } => {
    const stored = events.get(id.trim().replace(/_.*$/s, ""));
    if (stored?.event.id === id.trim()) return { stored, event: stored.event };
    const event = stored && instancesOf(stored, -Infinity, Infinity).find((each) => each.id === id.trim());
    if (stored === undefined || event === undefined) throw noSuch(`event ${JSON.stringify(id)}`);
    return { stored, event };
  };

  return {
    snapshot: () => ({ events: [...events.values()].map(({ event }) => event) }),
    async timeZone() {
      return timeZone;
    },
    async listEvents({ from, to, search = "", ...page }, { signal } = {}) {
      signal?.throwIfAborted();
      const words = search.toLowerCase().split(/\s+/);
      const found = overlapping(from, to).filter(({ title, location, description, attendees }) => {
        const text = [title, location, description, ...attendees.map(({ address }) => address)]
          .join("\n")
          .toLowerCase();
        return words.every((word) => text.includes(word));
      });
      return memoryPage(found, page);
    },
    async getEvent(id, { signal } = {}) {
      signal?.throwIfAborted();
      return find(id).event;
    },
    async createEvent(event, { signal } = {}) {
      signal?.throwIfAborted();
      return create(event);
    },
    async updateEvent(id, { attendees, timeZone: zone, ...changes }, { signal } = {}) {
      signal?.throwIfAborted();
      const { stored, event } = find(id);
      const responses = new Map(event.attendees.map((attendee) => [attendee.address, attendee]));
      const updated: CalendarEvent = {
        ...event,
        ...changes,
        attendees:
          attendees?.map((address) => responses.get(address) ?? { address, response: "needsAction" }) ??
          event.attendees,
      };
      if (stored.event === event) {
        const changed = { ...stored, event: updated, timeZone: zone ?? stored.timeZone };
        instancesOf(changed, 0, 1);
        events.set(event.id, changed);
      } else stored.changed.set(event.id, updated);
      return updated;
    },
    async deleteEvent(id, { signal } = {}) {
      signal?.throwIfAborted();
      const { stored, event } = find(id);
      if (stored.event === event) events.delete(event.id);
      else stored.changed.set(event.id, null);
    },
    async listBusyTimes({ from, to, attendees }, { signal } = {}) {
      signal?.throwIfAborted();
      const own = overlapping(from, to)
        .filter(({ start }) => "dateTime" in start)
        .map((event) => instantsOf(event, timeZone));
      const of = attendees.flatMap((address): readonly BusyTime[] => {
        const busy = others.get(address.toLowerCase());
        if (busy === undefined) throw unreadableCalendar(address);
        return busy.map(({ start, end }) => ({ start: Date.parse(start), end: Date.parse(end) }));
      });
      return [...own, ...of].filter(({ start, end }) => start < to && end > from);
    },
  };
}
