import { callTool, testDescriptions } from "@helve/toolkit-tests/describe-toolkit";
import { type LocalAnswer, localService } from "@helve/toolkit-tests/local-service";
import {
  type CalendarService,
  calendarApi,
  GoogleCalendar,
  googleCalendarUses,
  type MemoryCalendar,
  memoryCalendar,
} from "@helve/toolkits/google-calendar";
import { describe, expect, it } from "vitest";
import { googleError } from "./gmail/stand-in-gmail.ts";
import { standInCalendar } from "./google-calendar/stand-in-calendar.ts";

const now = () => new Date("2026-11-24T08:00:00Z");

function createCalendar(): MemoryCalendar {
  return memoryCalendar({
    timeZone: "Europe/Berlin",
    events: [
      { title: "Trip", start: { date: "2026-11-28" }, end: { date: "2026-11-30" } },
      {
        title: "Lunch",
        start: { dateTime: "2026-11-24T11:00:00Z" },
        end: { dateTime: "2026-11-24T12:00:00Z" },
        attendees: ["bob@fox.example"],
        location: "Café",
        description: "Bring the book.",
      },
      {
        title: "Choir",
        start: { dateTime: "2026-10-20T17:00:00Z" },
        end: { dateTime: "2026-10-20T18:00:00Z" },
        recurrence: "FREQ=WEEKLY;COUNT=8",
      },
    ],
    others: {
      "bob@fox.example": [{ start: "2026-11-24T13:00:00Z", end: "2026-11-24T15:30:00Z" }],
    },
  });
}

const calendars: readonly (readonly [
  string,
  (use: (kit: GoogleCalendar, calendar: MemoryCalendar) => Promise<void>) => Promise<void>,
])[] = [
  [
    "in memory",
    async (use) => {
      const calendar = createCalendar();
      await use(new GoogleCalendar({ service: calendar, now }), calendar);
    },
  ],
  [
    "behind the Google Calendar API",
    async (use) => {
      const calendar = createCalendar();
      await using server = await standInCalendar(calendar, () => "good");
      await use(new GoogleCalendar({ service: apiAt(server.url), now }), calendar);
    },
  ],
];

function apiAt(url: string, options: Partial<Parameters<typeof calendarApi>[0]> = {}): CalendarService {
  return calendarApi({ token: "good", url, retries: 1, ...options });
}

const run = (kit: GoogleCalendar, name: string, args: Readonly<Record<string, unknown>>): Promise<unknown> =>
  callTool(kit, name, args).catch((error: Error) => error.message);

const clock = "It is Tue 2026-11-24 09:00; times are in Europe/Berlin.";

describe("GoogleCalendar", () => {
  testDescriptions({
    document: "google-calendar",
    create: (locale) => new GoogleCalendar({ locale, service: createCalendar() }),
    uses: googleCalendarUses,
  });
});

describe.each(calendars)("a calendar %s", (_, withCalendar) => {
  it("lists events with the current time, those of series too, in pages", () =>
    withCalendar(async (kit) => {
      expect(await run(kit, "ListEvents", { limit: 2 })).toBe(
        [
          clock,
          "2  Tue 2026-11-24 12:00–13:00  Lunch  with bob@fox.example",
          "3_20261124T180000Z  Tue 2026-11-24 19:00–20:00  Choir",
          'More with page_token "2".',
        ].join("\n"),
      );
      expect(await run(kit, "ListEvents", { limit: 2, page_token: "2" })).toBe(
        [clock, "1  Sat 2026-11-28 to Sun 2026-11-29  Trip"].join("\n"),
      );
      expect(await run(kit, "ListEvents", { start: "2026-12-20" })).toBe([clock, "There are no events."].join("\n"));
      expect(await run(kit, "ListEvents", { start: "2026-11-29", end: "2026-11-29" })).toContain("Trip");
      expect(await run(kit, "ListEvents", { start: "2026-11-30", end: "2026-11-30" })).not.toContain("Trip");
    }));

  it("searches events", () =>
    withCalendar(async (kit) => {
      expect(await run(kit, "SearchEvents", { query: "book café" })).toContain("Lunch");
      expect(await run(kit, "SearchEvents", { query: "choir", start: "2026-11-01", end: "2026-11-30" })).toBe(
        [
          clock,
          "3_20261103T180000Z  Tue 2026-11-03 19:00–20:00  Choir",
          "3_20261110T180000Z  Tue 2026-11-10 19:00–20:00  Choir",
          "3_20261117T180000Z  Tue 2026-11-17 19:00–20:00  Choir",
          "3_20261124T180000Z  Tue 2026-11-24 19:00–20:00  Choir",
        ].join("\n"),
      );
      expect(await run(kit, "SearchEvents", { query: "dentist" })).toContain("There are no events.");
    }));

  it("shows an event", () =>
    withCalendar(async (kit) => {
      expect(await run(kit, "ReadEvent", { id: "2" })).toBe(
        [
          "Title: Lunch",
          "When: Tue 2026-11-24 12:00–13:00 (Europe/Berlin)",
          "Where: Café",
          "Attendee: bob@fox.example (has not answered)",
          "",
          "Bring the book.",
        ].join("\n"),
      );
      expect(await run(kit, "ReadEvent", { id: "3_20261124T180000Z" })).toContain("One event of the series 3");
      expect(await run(kit, "ReadEvent", { id: "3" })).toContain("Repeats: FREQ=WEEKLY;COUNT=8");
    }));

  it.each(["9", "..", "3_20261125T180000Z", ""])("says that there is no event %j", (id) =>
    withCalendar(async (kit, calendar) => {
      const before = calendar.snapshot();
      const text = `There is no event ${JSON.stringify(id)}.`;
      for (const name of ["ReadEvent", "DeleteEvent"]) expect(await run(kit, name, { id })).toBe(text);
      expect(await run(kit, "UpdateEvent", { id, start: "2026-11-25T10:00" })).toBe(text);
      expect(await run(kit, "UpdateEvent", { id, title: "x" })).toBe(text);
      expect(calendar.snapshot()).toEqual(before);
    }),
  );

  it("creates events and invites people", () =>
    withCalendar(async (kit, calendar) => {
      const args = { title: "Dentist", start: "2026-12-01T15:00", attendees: ["Dr Reed <front@reed.example>"] };
      expect(await run(kit, "CreateEvent", args)).toBe(
        "Created the event 4: Dentist, Tue 2026-12-01 15:00–16:00 (Europe/Berlin), with front@reed.example.",
      );
      expect(calendar.snapshot().events[3]).toMatchObject({
        title: "Dentist",
        start: { dateTime: "2026-12-01T14:00:00.000Z" },
        attendees: [{ address: "front@reed.example", response: "needsAction" }],
      });
      expect(
        await run(kit, "CreateEvent", { title: "Call", start: "2026-12-01T09:00", time_zone: "America/New_York" }),
      ).toBe("Created the event 5: Call, Tue 2026-12-01 09:00–10:00 (America/New_York).");
      expect(await run(kit, "CreateEvent", { title: "Fair", start: "2026-12-05", end: "2026-12-06" })).toContain(
        "Sat 2026-12-05 to Sun 2026-12-06",
      );
      expect(await run(kit, "CreateEvent", { title: "Day", start: "2026-12-05" })).toContain("Sat 2026-12-05, all day");
    }));

  it("repeats a series at the same time of the day, whatever the clocks do", () =>
    withCalendar(async (kit) => {
      await run(kit, "CreateEvent", {
        title: "Run",
        start: "2027-03-22T07:00",
        recurrence: "RRULE:FREQ=WEEKLY;BYDAY=MO,TH;COUNT=4",
      });
      const listed = String(await run(kit, "SearchEvents", { query: "run", start: "2027-03-01" }));
      expect(listed.match(/\w{3} 2027-\d\d-\d\d \d\d:\d\d/g)).toEqual([
        "Mon 2027-03-22 07:00",
        "Thu 2027-03-25 07:00",
        "Mon 2027-03-29 07:00",
        "Thu 2027-04-01 07:00",
      ]);
    }));

  it("creates nothing if a time, an address or a rule is missing or wrong", () =>
    withCalendar(async (kit, calendar) => {
      const before = calendar.snapshot();
      const event = { title: "Dentist", start: "2026-12-01T15:00" };
      expect(await run(kit, "CreateEvent", { ...event, attendees: ["my dentist"] })).toBe(
        "\"my dentist\" is not a mail address. If you don't know the address, search the contacts or ask the user; don't invent one.",
      );
      expect(await run(kit, "CreateEvent", { ...event, title: " " })).toBe("An event needs a title.");
      expect(await run(kit, "UpdateEvent", { id: "2", title: "" })).toBe("An event needs a title.");
      expect(await run(kit, "CreateEvent", { ...event, start: "next Tuesday" })).toContain('"start" must be a date');
      expect(await run(kit, "CreateEvent", { ...event, end: "2026-12-01T15:00" })).toBe(
        '"end" must be after "start" (got "2026-12-01T15:00").',
      );
      expect(await run(kit, "CreateEvent", { ...event, end: "2026-12-01" })).toBe(
        '"start" and "end" must both be dates, or both be times.',
      );
      expect(await run(kit, "CreateEvent", { ...event, time_zone: "Berlin" })).toBe(
        'There is no time zone "Berlin": use a name such as Europe/Berlin.',
      );
      expect(await run(kit, "CreateEvent", { ...event, recurrence: "every week\nATTENDEE:x" })).toContain(
        '"recurrence" must be a rule such as FREQ=WEEKLY;COUNT=10',
      );
      expect(await run(kit, "CreateEvent", { ...event, recurrence: "FREQ=SOMETIMES" })).toContain("FREQ=SOMETIMES");
      expect(calendar.snapshot()).toEqual(before);
    }));

  it("changes only what is given", () =>
    withCalendar(async (kit, calendar) => {
      expect(
        await run(kit, "UpdateEvent", { id: "2", start: "2026-11-25T13:00", attendees: ["carol@hill.example"] }),
      ).toBe("Changed the event 2: Lunch, Wed 2026-11-25 13:00–14:00 (Europe/Berlin), with carol@hill.example.");
      expect(await calendar.getEvent("2")).toMatchObject({
        title: "Lunch",
        location: "Café",
        description: "Bring the book.",
      });
      await run(kit, "UpdateEvent", { id: "2", start: "2026-11-26", end: "2026-11-26", title: "Lunches" });
      expect(await calendar.getEvent("2")).toMatchObject({
        title: "Lunches",
        start: { date: "2026-11-26" },
        end: { date: "2026-11-27" },
      });
      expect(await run(kit, "UpdateEvent", { id: "2" })).toBe("Name something to change.");
      expect(await run(kit, "UpdateEvent", { id: "1", start: "2026-12-01" })).toContain(
        "Tue 2026-12-01 to Wed 2026-12-02",
      );
    }));

  it("changes and deletes one event of a series, or all", () =>
    withCalendar(async (kit) => {
      const dates = async () =>
        String(await run(kit, "SearchEvents", { query: "choir", start: "2026-11-20", end: "2026-12-20" })).match(
          /\d{4}-\d\d-\d\d \d\d:\d\d–/g,
        );
      await run(kit, "UpdateEvent", { id: "3_20261124T180000Z", start: "2026-11-25T20:00" });
      expect(await dates()).toEqual(["2026-11-25 20:00–", "2026-12-01 19:00–", "2026-12-08 19:00–"]);
      await run(kit, "DeleteEvent", { id: "3_20261201T180000Z" });
      expect(await dates()).toEqual(["2026-11-25 20:00–", "2026-12-08 19:00–"]);
      expect(await run(kit, "DeleteEvent", { id: "3" })).toBe("Deleted the event 3.");
      expect(await dates()).toBeNull();
    }));

  it("finds times when all are free, by day, from now on", () =>
    withCalendar(async (kit) => {
      expect(await run(kit, "FindFreeTime", { start: "2026-11-24", end: "2026-11-25" })).toBe(
        [clock, "Tue 2026-11-24 09:00–12:00", "Tue 2026-11-24 13:00–17:00", "Wed 2026-11-25 09:00–17:00"].join("\n"),
      );
      const withBob = { start: "2026-11-24", end: "2026-11-24", attendees: ["Bob <bob@fox.example>"], minutes: 30 };
      expect(await run(kit, "FindFreeTime", withBob)).toBe(
        [clock, "Tue 2026-11-24 09:00–12:00", "Tue 2026-11-24 13:00–14:00", "Tue 2026-11-24 16:30–17:00"].join("\n"),
      );
      expect(await run(kit, "FindFreeTime", { ...withBob, minutes: 240 })).toBe(
        [clock, "There is no free time."].join("\n"),
      );
      expect(await run(kit, "FindFreeTime", { start: "2026-11-20", end: "2026-11-21" })).toContain(
        "There is no free time.",
      );
      expect(await run(kit, "FindFreeTime", { ...withBob, attendees: ["eve@evil.example"] })).toContain(
        "The calendar of eve@evil.example can't be read",
      );
      expect(await run(kit, "FindFreeTime", { ...withBob, day_start: "9 am" })).toBe(
        '"day_start" must be a time of the day such as 09:30 (got "9 am").',
      );
      expect(await run(kit, "FindFreeTime", { start: "2026-11-24", end: "2028-11-24" })).toContain("3 months at most");
    }));
});

describe("the Google Calendar API", () => {
  const zone = { json: { timeZone: "Europe/Berlin" } };
  const answering = async (answers: readonly LocalAnswer[], name: string, args: Readonly<Record<string, unknown>>) => {
    const queue = [...answers];
    await using service = await localService(
      () => queue.shift() ?? googleError(500, "no more answers", "backendError"),
    );
    const text = await run(new GoogleCalendar({ service: apiAt(service.url), now }), name, args);
    return { text, requests: [...service.requests] };
  };

  it("asks for a new token, and tells attendees about changes", async () => {
    const calendar = createCalendar();
    await using server = await standInCalendar(calendar, () => "new");
    const service = apiAt(server.url, {
      token: ({ refresh }) => (refresh ? "new" : "old"),
      calendar: "a/b@group.example",
    });
    expect(
      await run(new GoogleCalendar({ service, now }), "CreateEvent", { title: "x", start: "2026-12-01" }),
    ).toContain("Created");
    const { pathname, searchParams } = server.requests.at(-1)?.url ?? new URL("http://x");
    expect([pathname, searchParams.get("sendUpdates")]).toEqual(["/calendars/a%2Fb%40group.example/events", "all"]);
  });

  it("names the scope that is missing, and the service's own words", async () => {
    const missing = googleError(403, "Request had insufficient authentication scopes.", "insufficientPermissions");
    expect((await answering([zone, missing], "CreateEvent", { title: "x", start: "2026-12-01" })).text).toContain(
      "needs the scope https://www.googleapis.com/auth/calendar.events",
    );
    const invalid = googleError(400, "Invalid attendee email.", "invalid");
    expect((await answering([zone, invalid], "CreateEvent", { title: "x", start: "2026-12-01" })).text).toBe(
      "Google Calendar rejected the request: Invalid attendee email.",
    );
  });

  it("does not create an event twice", async () => {
    const { text, requests } = await answering([zone, { status: 503 }], "CreateEvent", {
      title: "x",
      start: "2026-12-01",
    });
    expect(text).toContain("The change may have been made");
    expect(requests).toHaveLength(2);
  });

  it("leaves out deleted events", async () => {
    const cancelled = { id: "7", status: "cancelled" };
    expect((await answering([zone, { json: { items: [cancelled] } }], "ListEvents", {})).text).toContain(
      "There are no events.",
    );
    expect((await answering([zone, { json: cancelled }], "ReadEvent", { id: "7" })).text).toBe(
      'There is no event "7".',
    );
    expect(
      (await answering([googleError(410, "Resource has been deleted", "deleted")], "DeleteEvent", { id: "7" })).text,
    ).toBe('There is no event "7".');
  });

  it("shows events that lack what others have", async () => {
    const items = [{ id: "7", start: { dateTime: "2026-11-24T15:00:00+01:00" }, end: {} }];
    expect((await answering([zone, { json: { items } }], "ListEvents", {})).text).toContain(
      "7  at an unknown time  (no title)",
    );
  });
});

describe("a calendar in memory", () => {
  it("refuses a rule that it would not follow", async () => {
    const kit = new GoogleCalendar({ service: createCalendar(), now });
    for (const recurrence of ["FREQ=MONTHLY;BYDAY=1MO", "FREQ=DAILY;INTERVAL=0", "FREQ=DAILY;BYHOUR=9", "COUNT=3"]) {
      expect(await run(kit, "CreateEvent", { title: "x", start: "2026-12-01", recurrence })).toContain(
        "is not understood",
      );
    }
  });

  it("repeats by days, months and years until a date", async () => {
    const kit = new GoogleCalendar({ service: memoryCalendar(), now });
    const create = (title: string, start: string, recurrence: string) =>
      run(kit, "CreateEvent", { title, start, recurrence });
    await create("month", "2026-12-31", "FREQ=MONTHLY;COUNT=3");
    await create("day", "2026-12-01", "FREQ=DAILY;INTERVAL=10;UNTIL=20261215");
    await create("year", "2028-02-29", "FREQ=YEARLY;COUNT=2");
    expect(await create("far", "2027-01-01", "FREQ=DAILY;INTERVAL=9999")).toContain("Created");
    const dates = async (query: string) =>
      String(await run(kit, "SearchEvents", { query, start: "2026-12-01", end: "2040-01-01" })).match(
        /\d{4}-\d\d-\d\d(?=, all day)/g,
      );
    expect(await dates("month")).toEqual(["2026-12-31", "2027-01-31", "2027-03-31"]);
    expect(await dates("day")).toEqual(["2026-12-01", "2026-12-11"]);
    expect(await dates("year")).toEqual(["2028-02-29", "2032-02-29"]);
  });
});
