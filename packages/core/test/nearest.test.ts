import { nearest } from "@helve/core";
import { expect, it } from "vitest";

const tools = ["Terminal.Execute", "Gmail.SendEmail", "Gmail.ReadEmail"];

it.each([
  ["Terminal.Exceute", "Terminal.Execute"],
  ["terminal.execute", "Terminal.Execute"],
  ["Gmail.SendMail", "Gmail.SendEmail"],
  ["Gmail.ReedEmail", "Gmail.ReadEmail"],
])("takes %s for %s", (name, meant) => {
  expect(nearest(name, tools)).toBe(meant);
});

it.each(["Browser.Open", "", "x".repeat(1_000_000)])(
  "says nothing when nothing is near the name of $length letters",
  (name) => {
    expect(nearest(name, tools)).toBeUndefined();
  },
);

it("does not take a name for one of which no letter is its own", () => {
  expect(nearest("c", ["a", "b"])).toBeUndefined();
  expect(nearest("A", ["a", "b"])).toBe("a");
});

it("takes the nearest of several", () => {
  expect(nearest("timeot", ["timers", "timeout", "tim"])).toBe("timeout");
});
