import { closestName } from "@helve/core/internal";

import { expect, it } from "vitest";

const tools = ["Terminal.Execute", "Gmail.SendEmail", "Gmail.ReadEmail"];

it.each([
  ["Terminal.Exceute", "Terminal.Execute"],
  ["terminal.execute", "Terminal.Execute"],
  ["Gmail.SendMail", "Gmail.SendEmail"],
  ["Gmail.ReedEmail", "Gmail.ReadEmail"],
])("takes %s for %s", (name, meant) => {
  expect(closestName(name, tools)).toBe(meant);
});

it.each(["Browser.Open", "", "x".repeat(1_000_000)])(
  "says nothing when nothing is near the name of $length letters",
  (name) => {
    expect(closestName(name, tools)).toBeUndefined();
  },
);

it("ignores candidates that share no letter with the name", () => {
  expect(closestName("c", ["a", "b"])).toBeUndefined();
  expect(closestName("A", ["a", "b"])).toBe("a");
});

it("returns the closest of several candidates", () => {
  expect(closestName("timeot", ["timers", "timeout", "tim"])).toBe("timeout");
});
