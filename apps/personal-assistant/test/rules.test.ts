import { readFile } from "node:fs/promises";
import { diagnose, formatProgram, parseProgram } from "@helve/agentspec";
import { predicates } from "@helve/predicates";
import { Gmail } from "@helve/toolkits/gmail";
import { describe, expect, it } from "vitest";
import { mailFixes } from "../src/fixes.ts";
import { createMailbox, mailPolicy } from "../src/world.ts";

const text = await readFile(new URL("../rules/mail.agentspec", import.meta.url), "utf8");
const mailbox = createMailbox();
const gmail = new Gmail({ service: mailbox });
const known = predicates(mailPolicy(mailbox));
const catalogue = {
  tools: gmail.tools.map((tool) => ({ ...tool, name: `${gmail.name}.${tool.name}` })),
  predicates: known,
  fixes: Object.keys(mailFixes(mailbox, known)),
};

describe("rules/mail.agentspec", () => {
  it("has the rule of the paper's Figure 1 as printed", () => {
    const figure = `rule @inspect_sensitive_email
trigger Gmail.SendEmail
check
    contains_sensitive_information
    has_external_receiver
enforce
    user_inspection(add_contact, remove_sensitive_info,
                    remove_external_receiver)
end
`;
    expect(text).toContain(figure);
    expect(parseProgram(text).rules[0]?.name).toBe(parseProgram(figure).rules[0]?.name);
  });

  it("has no diagnostics", () => {
    expect(diagnose(text, catalogue)).toEqual([]);
    const [misspelt] = diagnose(text.replace("Gmail.AddContact", "Gmail.AddContct"), catalogue);
    expect(misspelt?.code).toBe("unknown_tool");
  });

  it("has the same rules after it is formatted", () => {
    const names = (program: string) => parseProgram(program).rules.map(({ name, enforce }) => [name, enforce.length]);
    expect(names(formatProgram(text))).toEqual(names(text));
  });
});
