import { describe, expect, it } from "vitest";
import { readShell } from "./read.ts";

const kinds = (command: string): readonly string[] => readShell(command).effects.map(({ kind }) => kind);

describe("PowerShell that is passed to a shell", () => {
  it.each([
    '$bytes = [System.Convert]::FromBase64String("main")\n$path = Join-Path -Path $env:DIR -ChildPath a.pfx\n[IO.File]::WriteAllBytes("$path", $bytes)',
    "$n = (Get-Content package.json | ConvertFrom-Json).version\nWrite-Output $n",
  ])("is read as PowerShell if no other shell can run it: %s", (command) => {
    expect(kinds(command)).not.toContain("anything");
  });

  it("has the effects of the script", () => {
    expect(kinds("$x = (Get-Item a).FullName\nRemove-Item -Recurse src")).toContain("delete");
  });

  it.each([
    "$x = (Get-Item a).FullName\nrm -rf src",
    "Write-Output a\n$x = (Get-Item a).FullName",
    "$x = (Get-Item a).FullName\nWrite-Output `rm -rf src`",
    "rm -rf src; $x = (Get-Item a).FullName",
    "x=(a)\n[IO.File]::Delete('a') (",
  ])("is unknown if a shell may run a part of it: %s", (command) => {
    expect(kinds(command)).toContain("anything");
  });
});
