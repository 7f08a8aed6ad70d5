import { FinishAction, InvalidAction, NoAction, specialActionUses } from "@helve/lagent/special-actions";
import { callTool, testDescriptions } from "@helve/toolkit-tests/describe-toolkit";
import { describe, expect, it } from "vitest";

describe("FinishAction", () => {
  const { FinishAction: uses = [] } = specialActionUses;
  testDescriptions({
    document: "finish-action",
    create: (locale) => new FinishAction({ locale }),
    uses: { FinishAction: uses },
  });

  it("returns the answer", async () => {
    expect(await callTool(new FinishAction(), "FinishAction", { response: "done" })).toBe("done");
  });
});

describe.each([
  ["NoAction", "no-action", NoAction, "Please follow the format"],
  ["InvalidAction", "invalid-action", InvalidAction, "The action is invalid, please check the action name."],
] as const)("%s", (name, document, Action, message) => {
  testDescriptions({
    document,
    create: (locale) => new Action({ locale }),
    uses: { [name]: specialActionUses[name] ?? [] },
  });

  it("fails with its argument, or with Lagent's text", async () => {
    await expect(callTool(new Action(), name, { err_msg: "Write Action:" })).rejects.toMatchObject({
      code: "tool_error",
      message: "Write Action:",
    });
    await expect(callTool(new Action(), name, { err_msg: "" })).rejects.toThrow(message);
    await expect(callTool(new Action(), name, {})).rejects.toThrow(message);
  });

  it("is disabled unless it is enabled", () => {
    expect([new Action().enable, new Action({ enable: true }).enable]).toEqual([false, true]);
  });
});
