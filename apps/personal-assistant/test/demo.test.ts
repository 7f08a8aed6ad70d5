import { readFile } from "node:fs/promises";
import type { ActionReturn } from "@helve/core";
import { testedDemo } from "@helve/testing/demo";
import { describe, expect, it } from "vitest";
import { main } from "../src/command.ts";

const { run: demo, json, file } = testedDemo(main);

/** The JSON output of the demo: the receivers and the text of each sent mail, and the contacts in the end. */
async function sent(...args: readonly string[]) {
  const { code, lines, summary } = await json(...args);
  expect(code).toBe(0);
  const mails: readonly { to: string[]; cc: string[]; body: string }[] = summary.sent;
  return {
    mails: mails.map(({ to, cc, body }) => `${[...to, ...cc].join(", ")}: ${body}`),
    contacts: summary.contacts as readonly string[],
    returns: lines as readonly ActionReturn[],
  };
}

const toBob = "bob@fox.example: Hi Bob, the password is moss-42-Fern. Ada";
const iban = "DE89 3704 0044 0532 0130 00";

describe("the demo", () => {
  it("--reject sends only the mail that needs no approval", async () => {
    const { mails, contacts, returns } = await sent("--reject");
    expect(mails).toEqual([toBob]);
    expect(contacts).toEqual(["ada@fox.example", "bob@fox.example", "carol@hill.example"]);
    expect(returns.map(({ status }) => status)).toEqual([
      "success",
      "success",
      ...Array(8).fill("stopped"),
      "success",
      "success",
    ]);
    for (const { status, recoverable } of returns) if (status === "stopped") expect(recoverable).toBe("model");
  });

  it("keeps the calendar and the tasks without a question", async () => {
    const { stdout } = await demo("--reject");
    expect(stdout).toContain("calendar 2026-12-12: Trip with Carol\n");
    expect(stdout).toContain("tasks 2026-12-01: Look whether Dan Lang's deposit is there\n");
  });

  it("--approve sends every mail unchanged", async () => {
    const { mails, contacts } = await sent("--approve");
    expect(mails).toHaveLength(8);
    expect(mails[1]).toBe(`Dan Lang <dan@lang.example>: Dear Mr Lang, my account is ${iban}. Ada Fox`);
    expect(contacts).toContain("win@lottery.example");
  });

  it("--fix add_contact adds the receivers to the contacts, and sends every mail unchanged", async () => {
    const { mails, contacts, returns } = await sent("--fix", "add_contact");
    expect(mails[1]).toBe(`Dan Lang <dan@lang.example>: Dear Mr Lang, my account is ${iban}. Ada Fox`);
    expect(contacts).toEqual(expect.arrayContaining(["dan@lang.example", "desk@agency.example", "help@kiosk.example"]));
    // The second mail to Dan is no longer one to a stranger; adding a contact by a tool is no mail, and has no such fix.
    expect(returns.at(-3)?.verdict?.decision.passes).toHaveLength(1);
    expect(returns.filter(({ status }) => status === "stopped").map(({ type }) => type)).toEqual(["Gmail.AddContact"]);
  });

  it("--fix remove_sensitive_info sends the mails without sensitive information", async () => {
    const { mails } = await sent("--fix", "remove_sensitive_info");
    expect(mails).toContain("help@kiosk.example: It is order 7. I paid by card, [removed]. Ada Fox");
    expect(mails.filter((mail) => mail !== toBob).join()).not.toMatch(/DE89|4539|C01X|1985/);
    expect(mails).toHaveLength(8);
  });

  it("--fix remove_external_receiver sends the mails to contacts only, and no mail without a receiver", async () => {
    const { mails, returns } = await sent("--fix", "remove_external_receiver");
    expect(mails).toEqual([toBob, "carol@hill.example: Hi Carol, my passport number is C01X00T47. Ada"]);
    expect(returns.find(({ status }) => status === "failed")?.errmsg).toBe("A mail needs a receiver.");
  });

  it("--tour gives each kind of answer once", async () => {
    const { returns, mails } = await sent("--tour");
    // A fix that adds a contact changes what the rules read, so they decide again: its record is an earlier one.
    const verdicts = returns.flatMap(({ stages: { guard } }) => [
      ...(guard?.earlier ?? []).flatMap((record) => record.verdicts),
      ...(guard?.verdicts ?? []),
    ]);
    const outcomes = verdicts.flatMap(({ decision }) => decision.passes.flatMap(({ enforcements }) => enforcements));
    expect(outcomes.map(({ outcome, detail }) => (outcome === "fixed" ? detail : outcome))).toEqual([
      "add_contact",
      "remove_sensitive_info",
      "remove_external_receiver",
      "edited",
      "approved",
      "rejected",
      "rejected",
    ]);
    expect(mails).toHaveLength(7);
    expect(mails).toContain("front@reed.example: It is Ada Fox. I'd rather tell you the rest by phone.");
  });

  it("prints the output in the README, without colors if the output is not a terminal", async () => {
    const { stdout: mail } = await demo("--tour");
    const { stdout: dentist } = await demo("--dentist", "--tour");
    const stdout = mail + dentist;
    const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
    const shown = [...readme.matchAll(/^```text\n(.*?)^```$/gms)].map(([, text = ""]) => text);
    expect(shown.length).toBeGreaterThan(0);
    for (const text of shown) expect(stdout).toContain(text);
    expect(stdout).not.toContain("\u001b");
  });

  it("rejects if there is no terminal at which a person can answer", async () => {
    const { stdout } = await demo();
    expect(stdout).toContain("it was rejected: there is no terminal to ask at");
    expect((await sent()).mails).toEqual([toBob]);
  });

  it("runs with the rules and the script of the command line", async () => {
    const rules = await file("never.agentspec", "rule @never trigger Gmail.any check enforce stop end");
    const script = await file(
      "script.jsonl",
      `{"role":"assistant","content":null,"tool_calls":[{"id":"1","function":{"name":"Gmail.ListEmails","arguments":"{}"}}]}\n{"content":"Done."}\n`,
    );
    const { returns } = await sent("--rules", rules, "--script", script);
    expect(returns.map(({ type, status }) => [type, status])).toEqual([["Gmail.ListEmails", "stopped"]]);
  });

  it.each([
    ["rule @still trigger state_change check True enforce stop end", 2, "state_change", "end"],
    ["rule @more trigger agent_finish check True enforce log end", 12, "agent_finish", "allow"],
    [
      'rule @bob trigger agent_finish check state.contacts contains "dan@x" enforce stop end',
      12,
      "agent_finish",
      "allow",
    ],
  ])(
    "evaluates rules when its state has changed and when the agent wants to finish: %s",
    async (text, steps, event, kind) => {
      const rules = await file("events.agentspec", text);
      const { returns } = await sent("--rules", rules);
      const { verdict } = returns.at(-1) ?? {};
      expect(returns).toHaveLength(steps + 1);
      expect(verdict).toMatchObject({ kind, decision: { event } });
      expect((await demo("--rules", rules)).stdout).toContain(`event ${event}\n`);
    },
  );

  it("warns about a rule whose tool does not exist", async () => {
    const rules = await file("slip.agentspec", "rule @slip trigger Gmail.SendMail check enforce stop end");
    const { code, stderr } = await demo("--rules", rules, "--approve");
    expect(code).toBe(0);
    expect(stderr).toContain(`${rules}:1:20: there is no tool "SendMail" in "Gmail"`);
    expect((await demo("--tour")).stderr).toBe("");
  });

  it.each<[string, string, string, readonly string[]]>([
    ["--rules", "a.agentspec", "rule @x\ntriger A.B\ncheck\nenforce stop\nend", [':2:1: expected "trigger"']],
    [
      "--rules",
      "b.agentspec",
      "rule @x trigger A.B check has_externl enforce stop end",
      [':1:27: rule @x: there is no predicate "has_externl"'],
    ],
    [
      "--rules",
      "c.agentspec",
      "rule @x trigger A.B check enforce user_inspection(add_contct) end",
      [":1:", "add_contct"],
    ],
    [
      "--script",
      "a.jsonl",
      '{"role": "assistant"}\n{"role": }\n\n{"role": "user"}',
      [":2:10: not JSON", ':4:1: "role" must be "assistant"'],
    ],
    ["--script", "b.jsonl", "\n", [":1:1: expected a message of a model"]],
  ])("refuses a broken file (%s %s) with its place, and runs nothing", async (option, name, text, messages) => {
    const path = await file(name, text);
    const { code, stdout, stderr } = await demo(option, path, "--approve");
    expect(code).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toContain(path);
    for (const message of messages) expect(stderr).toContain(message);
  });

  it.each([
    [["--rules", "/there/is/none"], "/there/is/none:1:1: can't be read"],
    [["--approve", "--fix", "add_contact"], "only one of"],
    [["--fix", "add_contct"], '"add_contct"'],
    [["--fix"], "--fix"],
    [["--nope"], "--nope"],
    [["mail"], "mail"],
  ])("refuses %j", async (args, message) => {
    const { code, stdout, stderr } = await demo(...args);
    expect(code).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toContain(message);
  });

  it("--help prints the usage", async () => {
    expect((await demo("--help")).stdout).toContain("--tour");
  });
});
