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
