import { cmd, powershell } from "@helve/effects/powershell";
import { shell } from "@helve/effects/shell";
import type { Policy } from "@helve/predicates";
import { describe, expect, it } from "vitest";
import { evaluate, predicate } from "./finding.ts";

const languages = { shell, powershell, cmd };

async function findingValue(
  name: string,
  tool: string,
  command: string,
  policy: Partial<Policy> = {},
): Promise<unknown> {
  const { value } = await evaluate(predicate(name, { languages, tools: {}, ...policy }), [], { command }, { tool });
  return value;
}

describe("the argument command of a tool that is called PowerShell or Cmd", () => {
  it.each(["PowerShell", "powershell", "run_powershell", "pwsh", "PowerShell.Run", "mcp__windows__Powershell-Tool"])(
    "is PowerShell code for %s",
    async (tool) => {
      expect(await findingValue("is_destructive", tool, "gci *.ts | ri")).toBe(true);
      expect(await findingValue("is_destructive", tool, "Get-ChildItem | Where-Object { $_.Name -like 'a' }")).toBe(
        false,
      );
    },
  );

  it.each(["cmd", "Cmd", "windows_cmd", "cmd.exe", "command_prompt"])("is code of cmd.exe for %s", async (tool) => {
    expect(await findingValue("is_destructive", tool, "if exist a (rd /s /q a)")).toBe(true);
    expect(await findingValue("is_destructive", tool, "dir /b & echo a")).toBe(false);
  });

  it("is unknown without the reader, not shell code", async () => {
    expect(await findingValue("is_destructive", "PowerShell", "ls", { languages: { shell } })).toBe("unknown");
    expect(await findingValue("is_destructive", "cmd", "ls", { languages: { shell } })).toBe("unknown");
  });
});

describe("paths of Windows", () => {
  it.each([
    String.raw`Get-Content C:\Users\ada\.ssh\id_rsa`,
    String.raw`gc c:\USERS\ADA\.SSH\config`,
    String.raw`gc "$env:USERPROFILE\.aws\credentials"`,
    String.raw`copy "$env:LOCALAPPDATA\Google\Chrome\User Data\Default\Login Data" a`,
    String.raw`gc C:\windows\system32\CONFIG\sam`,
    String.raw`gc \\?\C:\Users\ada\.ssh\id_rsa`,
    String.raw`gc 'C:\Users\ada\.ssh\id_rsa::$DATA'`,
    String.raw`[IO.File]::ReadAllText("$HOME\.ssh\id_rsa")`,
  ])("are sensitive: %s", async (command) => {
    expect(await findingValue("reads_sensitive_path", "PowerShell", command)).toBe(true);
  });

  it("in a policy are compared as Windows compares them", async () => {
    const policy = { workingDirectory: "C:\\Work\\shop", importantFiles: ["D:\\Backup\\**", "orders/**"] };
    const deletes = (command: string) => findingValue("is_delete_important_file", "PowerShell", command, policy);
    expect(await deletes("rm d:/backup/a.zip")).toBe(true);
    expect(await deletes("rm c:\\work\\SHOP\\orders\\1.json")).toBe(true);
    expect(await deletes("rm .\\notes.txt")).toBe(false);
  });
});
