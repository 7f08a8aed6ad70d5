import { expect, it } from "vitest";
import { inlayHints, openProgram } from "../src/index.ts";

const parameters = { type: "object", properties: { command: { type: "string" } } } as const;
const tools = ["Shell.Run", "Shell.Kill", "Mail.Send"].map((name) => ({ name, parameters }));
const argumentFor = (tool: string) => (tool === "Shell.Run" ? "command" : undefined);
const predicates = [{ name: "is_destructive", argumentFor }];

const hintsOf = (text: string) =>
  inlayHints(openProgram(text, { tools, predicates })).map(({ position, label, tooltip }) => [
    text.slice(0, position.offset).split(" ").at(-1),
    label,
    tooltip,
  ]);

it("shows how many tools a trigger matches, unless it names one", () => {
  expect(hintsOf("rule @a trigger Shell.any check enforce stop end")).toEqual([
    ["Shell.any", "2 tools", "Shell.Run\nShell.Kill"],
  ]);
  expect(hintsOf("rule @a trigger any.Send check enforce stop end")).toEqual([["any.Send", "Mail.Send", "Mail.Send"]]);
  expect(hintsOf("rule @a trigger Mail.Send check enforce stop end")).toEqual([]);
  expect(hintsOf("rule @a trigger agent_finish check enforce stop end")).toEqual([]);
});

it("shows which argument a predicate without arguments inspects", () => {
  expect(hintsOf("rule @a trigger Shell.Run check !is_destructive enforce stop end")).toEqual([
    ["!is_destructive", "(args.command)", "Shell.Run: args.command"],
  ]);
  expect(hintsOf("rule @a trigger Shell.Run check is_destructive(args.command) enforce stop end")).toEqual([]);
});

it("has no hints outside the part of the text, without tools, and in rules that don't parse", () => {
  const text = "rule @a trigger Shell.any check enforce stop end\nrule @b trigger any check enforce stop end";
  const program = openProgram(text, { tools, predicates });
  expect(inlayHints(program, text.indexOf("rule @b")).map(({ label }) => label)).toEqual(["3 tools"]);
  expect(inlayHints(openProgram(text))).toEqual([]);
  expect(hintsOf("rule @a trigger Shell.any check ( enforce stop end")).toEqual([]);
});
