import { javascript } from "@helve/effects/javascript";
import { cmd, powershell } from "@helve/effects/powershell";
import { python } from "@helve/effects/python";
import { shell } from "@helve/effects/shell";
import { sql } from "@helve/effects/sql";
import { describeEffects, languageCall, languageNamed, languageTools, type Policy } from "@helve/predicates";
import { expect, it } from "vitest";

const policy: Policy = { languages: { shell, python, javascript, sql, powershell, cmd }, tools: languageTools };

it.each([
  ["bash", "rm a.txt"],
  ["py", "import os\nos.remove('a.txt')"],
  ["js", "require('fs').unlinkSync('a.txt')"],
  ["sql", "delete from a"],
  ["pwsh", "Remove-Item a.txt"],
  ["cmd", "del a.txt"],
])("creates a call whose code in %s is read", (name, code) => {
  const call = languageCall(languageNamed(name) ?? "", code);
  expect(describeEffects(call, policy).map(({ kind }) => kind)).toContain(name === "sql" ? "database" : "delete");
});

it("knows a language by several names", () => {
  expect(["py", "PYTHON", "python3", "cobol"].map(languageNamed)).toEqual(["python", "python", "python", undefined]);
});
