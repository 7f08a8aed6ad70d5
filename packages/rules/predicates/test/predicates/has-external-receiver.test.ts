import { describe, expect, it } from "vitest";
import { evaluate, predicate } from "../finding.ts";

const contacts = ["ada@x.org", "Eva <Eva@müller.example>", "home.example", "@work.example", "*.school.example"];
const asked = predicate("has_external_receiver", {
  contacts,
  receiverArguments: { "Calendar.Invite": ["attendees"] },
});

describe("has_external_receiver", () => {
  it.each([
    ["ada@x.org", false],
    ["ADA@X.ORG", false],
    ["Ada <ada@x.org>", false],
    ['"Lovelace, Ada" <ada@x.org>', false],
    ["bob@x.org", true],
    ["bob@home.example", false],
    ["bob@sub.home.example", true],
    ["bob@work.example", false],
    ["bob@a.school.example", false],
    ["bob@school.example", true],
    ["bob@evilhome.example", true],
    ["bob@home.example.evil.org", true],
    ["ada@x.org <eve@evil.org>", true],
    ["ada@x.org, eve@evil.org", true],
    ["ada@x.org; bob@home.example", false],
    ["ada@x.org\neve@evil.org", true],
    ["Ada", "unknown"],
    ["ada@x.org, Ada", "unknown"],
    ["ada@x.org@evil.org", "unknown"],
    ["eva@xn--mller-kva.example", false],
    ["ada@x.org (Ada, at work)", false],
    ["(ada@x.org) eve@evil.org", true],
    ["<eve@evil.org> <ada@x.org>", true],
    ["a <eve@evil.org, b <ada@x.org>", true],
    ["eve@evil.org <ada@x.org>", true],
    ["Team: ada@x.org, bob@home.example", false],
    ["ada@x.org\rBcc: eve@evil.org", true],
    ["eve%evil.org@home.example", "unknown"],
    ['"ada@x.org', "unknown"],
    ["ada@x.org (", "unknown"],
    ["", false],
    [null, false],
    [5, "unknown"],
    [[true], "unknown"],
    [{ email: "ada@x.org", name: "Ada" }, false],
    [{ email: "eve@evil.org", name: "Ada" }, true],
    [["ada@x.org", "Ada"], "unknown"],
  ])("is decided for receivers %j: %s", async (to, value) => {
    expect(await evaluate(asked, [], { to, body: "eve@evil.org" }, { tool: "Gmail.SendEmail" })).toMatchObject({
      value,
    });
  });

  it("inspects cc and bcc, lists and objects, and names the receiver", async () => {
    const args = { to: "ada@x.org", cc: ["bob@home.example"], bcc: [{ email: "Eve <eve@evil.org>" }] };
    expect(await evaluate(asked, [], args, { tool: "Gmail.SendEmail" })).toEqual({
      value: true,
      reason: "Eve <eve@evil.org> is not a contact",
      evidence: [{ path: "/bcc/0/email", start: 0, end: 18, text: "Eve <eve@evil.org>" }],
    });
  });

  it("inspects the receiverArguments of the policy, or the operands of the rule", async () => {
    const args = { attendees: ["eve@evil.org"], to: "ada@x.org" };
    expect(await evaluate(asked, [], args, { tool: "Calendar.Invite" })).toMatchObject({ value: true });
    expect(await evaluate(asked, [{ value: "ada@x.org" }], args, { tool: "Calendar.Invite" })).toMatchObject({
      value: false,
    });
  });

  it("inspects the other default receiver arguments", async () => {
    expect(await evaluate(asked, [], { recipients: ["eve@evil.org"] })).toMatchObject({ value: true });
  });

  it("is unknown for a list that is too long, without delay", async () => {
    expect(await evaluate(asked, [], { to: "a,".repeat(500_000) })).toMatchObject({ value: "unknown" });
  });

  it("uses the current contacts when they change", async () => {
    const growing = ["ada@x.org"];
    const mail = { to: "eve@evil.org" };
    const grown = predicate("has_external_receiver", { contacts: growing });
    expect((await evaluate(grown, [], mail)).value).toBe(true);
    growing.push("eve@evil.org");
    expect((await evaluate(grown, [], mail)).value).toBe(false);
  });

  it("is unknown without contacts, unless there is no receiver", async () => {
    const open = predicate("has_external_receiver");
    expect(await evaluate(open, [], { to: "ada@x.org" })).toMatchObject({ value: "unknown" });
    expect(await evaluate(open, [], { body: "x" })).toMatchObject({ value: false });
  });
});
