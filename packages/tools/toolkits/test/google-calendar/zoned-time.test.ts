import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { instantOf, parseCalendarTime, wallOf, wallText } from "../../src/google-calendar/zoned-time.ts";

const zone = fc.constantFrom(
  "Europe/Berlin",
  "America/New_York",
  "Asia/Kolkata",
  "Pacific/Apia",
  "UTC",
  "Australia/Lord_Howe",
);
const minute = fc
  .integer({ min: Date.UTC(2012, 0) / 60_000, max: Date.UTC(2035, 0) / 60_000 })
  .map((value) => value * 60_000);

describe("times in time zones", () => {
  it("mean the instant at which clocks show them", () => {
    fc.assert(
      fc.property(minute, zone, (instant, timeZone) => {
        const wall = wallOf(instant, timeZone);
        // In autumn clocks show an hour twice; the first one counts.
        expect([wall, wallOf(instantOf(wall, timeZone), timeZone)]).toEqual([wall, wall]);
        expect(instantOf(wall, timeZone)).toBeLessThanOrEqual(instant);
        expect(instant - instantOf(wall, timeZone)).toBeLessThanOrEqual(3_600_000);
      }),
    );
  });

  it.each([
    ["2026-11-24T15:00", "Europe/Berlin", "2026-11-24T14:00:00.000Z"],
    ["2026-07-24 15:00", "Europe/Berlin", "2026-07-24T13:00:00.000Z"],
    ["2026-11-24T15:00:30Z", "Europe/Berlin", "2026-11-24T15:00:30.000Z"],
    ["2026-11-24T15:00-05:00", "Europe/Berlin", "2026-11-24T20:00:00.000Z"],
    ["2026-03-29T02:30", "Europe/Berlin", "2026-03-29T01:30:00.000Z"],
    ["2026-10-25T02:30", "Europe/Berlin", "2026-10-25T00:30:00.000Z"],
  ])("%s in %s is %s", (text, timeZone, expected) => {
    const time = parseCalendarTime("start", text, timeZone);
    expect(time.kind === "time" && new Date(time.instant).toISOString()).toBe(expected);
  });

  it("are shown as they are read", () => {
    expect(wallText(Date.UTC(2026, 10, 24, 14), "Europe/Berlin")).toBe("2026-11-24T15:00");
  });

  it.each([
    "",
    "next Tuesday",
    "2026-02-30",
    "2026-13-01",
    "24.11.2026",
    "2026-11-24T25:00",
    "2026-11-24T15",
    "0000-00-00",
    "9999-12-31",
  ])("can't be %j", (text) => {
    expect(() => parseCalendarTime("start", text, "UTC")).toThrow(
      `"start" must be a date such as 2026-11-24, or a time such as 2026-11-24T15:00 (got ${JSON.stringify(text)}).`,
    );
  });
});
