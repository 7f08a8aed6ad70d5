import type { JsonSchema } from "@helve/core";
import { hoverAt } from "@helve/language-service";
import { describe, expect, it } from "vitest";
import { openAt } from "./example-catalogue.ts";

const code = (text: string): string => `\`\`\`agentspec\n${text}\n\`\`\``;
const sendEmail = 'Gmail.SendEmail(to: string[], body: string, priority?: "low" | "high", options?: object) → object';
const late = "check is_late enforce stop end";

describe("hover", () => {
  it.each<readonly [marked: string, contents: string | undefined]>([
    ["rule @a‸sk trigger Shell check enforce stop end", "When the agent is about to run Shell, stop the action."],
    [`rule @a‸sk trigger Shell ${late}`, "When the agent is about to run Shell and it is late, stop the action."],
    [
      "rule @a trigger Shell check on‸ce(Gmail.List) enforce stop end",
      "Whether an earlier step matches: `once(Web.Read where step.args.url == args.url)`.",
    ],
    [
      "rule @a trigger Shell check count(Gmail.List wi‸thin 1h) > 3 enforce stop end",
      "Only the latest steps: `within 10 steps`, `within 1h`.",
    ],
    [
      "rule @a trigger Shell check sum(step.args.n o‸f Gmail.List) > 3 enforce stop end",
      "The steps over which numbers are added.",
    ],
    ["rule @a trigger Shell check once(Gmail.Li‸st) enforce stop end", code("Gmail.List()")],
    ["rule @a trigger Gmail.Lis‸t* check enforce stop end", code("Gmail.List()")],
    [
      "rule @a trigger Shell check once(Gmail.SendEmail where step.args.t‸o == 1) enforce stop end",
      `${code("step.args.to: string[]")}\n\nWho gets it.`,
    ],
    ["rule @a trigger Shell check st‸ate.x == now enforce stop end", "The state of the host."],
    [
      "rule @a trigger Shell check state.x == no‸w enforce stop end",
      "The time of the decision, in milliseconds since 1970.",
    ],
    [
      "rule @a trigger Shell check args.command fr‸om prompt enforce stop end",
      "Whether a part of the value comes from one of the sources.",
    ],
    ["rule @a trigger Shell check args.command from unt‸rusted enforce stop end", "The sources that are not trusted."],
    [
      'rule @a trigger Shell check args.command == "x" igno‸ring case enforce stop end',
      "Upper and lower case are the same.",
    ],
    ["let n = [1]\nrule @a trigger Shell check args.command in ‸n enforce stop end", code("let n = [1]")],
    [
      "tru‸st prompt\nrule @a trigger Shell check enforce stop end",
      "The sources whose values are trusted: `prompt`, tools. They replace what the host trusts.",
    ],
    [`rule @a tri‸gger Shell ${late}`, "When the rule is evaluated: an event, tools, or both."],
    [`rule @a trigger after_‸action ${late}`, "After an action ran."],
    [`rule @a trigger after_‸action Shell ${late}`, "After an action ran."],
    [`rule @a trigger act‸ion Shell ${late}`, "Before an action runs."],
    [`rule @a trigger act‸.any ${late}`, undefined],
    [`rule @a trigger fin‸ish ${late}`, "When the agent is about to finish."],
    [`rule @a trigger Gmail.Send‸Email ${late}`, `${code(sendEmail)}\n\nSends a mail.`],
    [`rule @a trigger SendEm‸ail ${late}`, `${code(sendEmail)}\n\nSends a mail.`],
    [`rule @a trigger G‸mail.any ${late}`, `${code(sendEmail)}\n\n${code("Gmail.List()")}`],
    [`rule @a trigger a‸ny ${late}`, "Any toolkit, or any tool."],
    [`rule @a trigger Nowhere.Not‸hing ${late}`, undefined],
    ["rule @a trigger X check is‸_late enforce stop end", `${code("is_late")}\n\nWhether it is late.`],
    ["rule @a trigger X check is_sent‸() enforce stop end", code('is_sent(how: "fast" | "slow" | 3, …to: any)')],
    ["rule @a trigger X check is_o‸dd enforce stop end", undefined],
    [
      "rule @a trigger Gmail.SendEmail check args.t‸o contains 1 enforce stop end",
      `${code("args.to: string[]")}\n\nWho gets it.`,
    ],
    [
      "rule @a trigger Gmail.SendEmail | Home.any check args.t‸o contains 1 enforce stop end",
      `${code("args.to: string[]")}\n\nWho gets it.`,
    ],
    ["rule @a trigger X check args.t‸o contains 1 enforce stop end", undefined],
    ["rule @a trigger X check pro‸mpt contains 1 enforce stop end", "The request of the user."],
    ["rule @a trigger X check p con‸tains enforce stop end", undefined],
    [
      "rule @a trigger X check prompt con‸tains 1 enforce stop end",
      "Whether a string contains another string, or a list contains a value.",
    ],
    ["rule @a trigger X let n = [1] check prompt == ‸n enforce stop end", code("let n = [1]")],
    ["rule @a trigger X let ‸n = [1] check p enforce stop end", code("let n = [1]")],
    ["rule @a trigger X check enforce s‸top end", "Blocks the action."],
    ["rule @a trigger X check enforce user_inspe‸ction(x) end", "Asks a person to approve the action."],
    ["rule @a trigger X check enforce user_inspection(st‸op) end", undefined],
    ["rule @a trigger X check enforce follow‸_dist(1) end", `${code("follow_dist")}\n\nKeeps its distance.`],
    ["rule @a trigger X check enforce plan:crui‸se:Speed = 1 end", code("plan:cruise:Speed")],
    ["rule @a trigger X check enforce abort ac‸tion end", "Blocks the action."],
    ["rule @a trigger X query va‸l n = 1 check p enforce stop end", undefined],
    [
      "rule @a trigger X que‸ry val n = 1 check p enforce stop end",
      "A name for a value, or for the result of an invoked tool, within this rule.",
    ],
    ["rule @a trigger X check enforce invoke_action(Sh‸ell, {}) end", code("Shell(command?: string)")],
    [
      'rule @a trigger X check enforce invoke_action(Gmail.SendEmail, {"options": {"dr‸aft": true}}) end',
      code("options.draft: boolean"),
    ],
    ['rule @a trigger Gmail.SendEmail check enforce warn("to $‸{args.body}") end', code("args.body: string")],
    ['rule @a trigger X check prompt == "st‸op" enforce stop end', undefined],
    ["rule @a trigger X check p // st‸op\nenforce stop end", undefined],
    [`default den‸y rule @a trigger X ${late}`, "An action runs only if a rule allows it."],
    [`on error st‸op rule @a trigger X ${late}`, "The action does not run."],
    [`on error ign‸ore rule @a trigger X ${late}`, "The rule is ignored."],
    [`def‸ault deny rule @a trigger X ${late}`, "The decision on an action that no rule restricts: `allow` or `deny`."],
    // In a rule that doesn't parse, only keywords are described.
    [
      "rule @a trigger X che‸ck p( enforce stop end",
      "The conditions under which the rule is violated. Without conditions it is always violated.",
    ],
    ["rule @a trigger X check is_la‸te( enforce stop end", undefined],
    ["‸", undefined],
  ])("%s", (marked, contents) => {
    const { program, offset } = openAt(marked);
    expect(hoverAt(program, offset)?.contents).toBe(contents);
  });

  it.each([
    ["args.options.dr‸aft", "args.options.draft", "args.options.draft: boolean"],
    ["args.opt‸ions.draft", "args.options", "args.options: object"],
    ['args["opt‸ions"].draft', 'args["options"]', "args.options: object"],
    ["opt‸ions.draft", "options", "args.options: object"],
    ["args.to[‸0].name", "args.to[0]", "args.to[0]: string"],
  ])("describes the part of a reference up to the offset: %s", (marked, found, contents) => {
    const { program, offset } = openAt(`rule @a trigger Gmail.SendEmail check ${marked} == true enforce stop end`);
    const hover = hoverAt(program, offset);
    expect(hover?.contents).toBe(contents && code(contents));
    if (hover) expect(program.text.slice(hover.range.start.offset, hover.range.end.offset)).toBe(found);
  });

  it.each<readonly [items: JsonSchema, type: string]>([
    [{ type: "string" }, "string[]"],
    [{ type: "array", items: { type: "number" } }, "number[][]"],
    [{}, "array"],
    [{ enum: ["a", "b"] }, "array"],
    [{ $ref: "#/properties/a" }, "array[][][]"],
  ])("shows the type of the items of an array: %j", (items, type) => {
    const parameters: JsonSchema = { properties: { a: { type: "array", items } } };
    const { program, offset } = openAt("rule @a trigger X‸ check enforce stop end", {
      tools: [{ name: "X", parameters }],
    });
    expect(hoverAt(program, offset)?.contents).toBe(code(`X(a?: ${type})`));
  });

  it("puts an argument name in quotes if it is not a word", () => {
    const parameters = { properties: { "in room": {}, at: {} } };
    const { program, offset } = openAt("rule @a trigger X‸ check enforce stop end", {
      tools: [{ name: "X", parameters }],
    });
    expect(hoverAt(program, offset)?.contents).toBe(code('X("in room"?: any, at?: any)'));
  });

  it("keeps a tool name on one line of the code block", () => {
    const name = "x```\n# big";
    const { program, offset } = openAt(`rule @a trigger any.${JSON.stringify(name)}‸ check enforce stop end`, {
      tools: [{ name, parameters: {} }],
    });
    expect(hoverAt(program, offset)?.contents).toBe(code("x''' # big()"));
  });
});
