import { ActionExecutor } from "@helve/executor";
import { describe, expect, it } from "vitest";
import { Gmail } from "../src/gmail.ts";
import { createMailbox } from "../src/mailbox.ts";

function mailProgram() {
  const mailbox = createMailbox();
  const executor = new ActionExecutor([new Gmail(mailbox)]);
  const run = async (name: string, args: object) => {
    const ret = await executor.execute({ id: "1", name: `Gmail-${name}`, arguments: JSON.stringify(args) });
    return ret.errmsg ?? ret.result?.[0]?.content;
  };
  return { mailbox, run };
}

describe("Gmail in memory", () => {
  it("lists, reads and deletes mail", async () => {
    const { run } = mailProgram();
    expect(await run("ListEmails", {})).toContain("4  carol@hill.example  Our trip");
    expect(await run("ReadEmail", { id: "4" })).toBe(
      "From: carol@hill.example\nCc: desk@agency.example\nSubject: Our trip\n\nI book today. What is your passport number? Carol",
    );
    expect(await run("DeleteEmail", { id: "4" })).toBe('Deleted "Our trip".');
    expect(await run("ReadEmail", { id: "4" })).toBe('There is no mail "4".');
  });

  it("searches contacts and adds some", async () => {
    const { run, mailbox } = mailProgram();
    expect(await run("SearchContacts", { query: "FOX" })).toBe("Ada Fox <ada@fox.example>\nBob Fox <bob@fox.example>");
    expect(await run("SearchContacts", { query: "dan" })).toBe('No contact has "dan".');
    expect(await run("AddContact", { name: "Dan", address: "Dan@Lang.example" })).toBe("Dan is a contact now.");
    expect(mailbox.contacts.get("dan@lang.example")).toBe("Dan");
  });

  it("sends mail to valid addresses only", async () => {
    const { run, mailbox } = mailProgram();
    const mail = { subject: "Hi", body: "Hello." };
    expect(await run("SendEmail", { ...mail, to: ["Bob <bob@fox.example>"] })).toBe("Sent to Bob <bob@fox.example>.");
    expect(await run("SendEmail", { ...mail, to: ["bob"] })).toBe('"bob" is not a mail address.');
    expect(await run("SendEmail", { ...mail, to: [] })).toBe("A mail needs a receiver.");
    expect(mailbox.sent).toEqual([{ ...mail, from: "ada@fox.example", to: ["Bob <bob@fox.example>"], cc: [] }]);
  });
});
