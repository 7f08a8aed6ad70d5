import type { Args } from "@helve/core";
import { predicates } from "@helve/predicates";
import { describe, expect, it } from "vitest";
import { mailFixes } from "../src/fixes.ts";
import { createMailbox, mailPolicy } from "../src/world.ts";

const mail = {
  to: ["Dan Lang <Dan@lang.example>", "bob@fox.example", "DESK@agency.example"],
  cc: ["carol@hill.example", "x@strange.example"],
  subject: "My passport: C01X00T47",
  body: "password: moss-42 and card 4539 1488 0343 6467, account DE89 3704 0044 0532 0130 00.",
};

async function fixed(name: string, args: Args = mail) {
  const mailbox = createMailbox();
  const fix = mailFixes(mailbox, predicates(mailPolicy(mailbox)))[name];
  const action = { id: "1", name: "Gmail.SendEmail", args };
  return { mailbox, args: await fix?.(action, { signal: new AbortController().signal }) };
}

describe("the fixes of Figure 1", () => {
  it("add_contact adds every receiver who is not a contact, and does not change the mail", async () => {
    const { mailbox, args } = await fixed("add_contact");
    expect(args).toEqual(mail);
    expect(mailbox.contacts.slice(3)).toEqual([
      { name: "Dan Lang", address: "dan@lang.example" },
      { name: "DESK@agency.example", address: "desk@agency.example" },
      { name: "x@strange.example", address: "x@strange.example" },
    ]);
  });

  it("remove_sensitive_info removes sensitive information and nothing else", async () => {
    const { args } = await fixed("remove_sensitive_info");
    expect(args).toEqual({
      ...mail,
      subject: "My [removed]",
      body: "password: [removed] and card [removed], account [removed].",
    });
  });

  it("remove_external_receiver keeps the contacts, in their order", async () => {
    const { args } = await fixed("remove_external_receiver");
    expect(args).toEqual({ ...mail, to: ["bob@fox.example"], cc: ["carol@hill.example"] });
  });

  it.each(["add_contact", "remove_sensitive_info", "remove_external_receiver"])(
    "%s changes nothing where nothing was found, whatever the arguments are called",
    async (name) => {
      const args = JSON.parse('{"to": ["bob@fox.example"], "body": "hi", "__proto__": {"x": 1}, "constructor": [1]}');
      expect((await fixed(name, args)).args).toEqual(args);
    },
  );
});
