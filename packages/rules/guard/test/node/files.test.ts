import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { policyFile, rulesFile } from "@helve/guard/node";
import { afterAll, describe, expect, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "helve-guard-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

describe("rulesFile", () => {
  it("reads rules, and names the file of a mistake", () => {
    expect(rulesFile(file("a.agentspec", "rule @a trigger Bash enforce stop end")).rules[0]?.name).toBe("a");
    expect(() => rulesFile(file("b.agentspec", "rule @a trigger"))).toThrow("b.agentspec");
    expect(() => rulesFile(join(folder, "none.agentspec"))).toThrow(
      `there is no file ${join(folder, "none.agentspec")}`,
    );
  });
});

describe("policyFile", () => {
  it("reads a policy without its $schema", () => {
    const text = '{ "$schema": "https://example.org/policy.json", "home": "/home/ada" }';
    expect(policyFile(file("policy.json", text))).toEqual({ home: "/home/ada" });
  });

  it.each([
    ["[]", "must be a JSON object"],
    ["{", "is not valid JSON"],
  ])("refuses %s", (text, message) => {
    expect(() => policyFile(file("wrong.json", text))).toThrow(message);
  });
});
