import { javascript } from "@helve/effects/javascript";
import { cmd, powershell } from "@helve/effects/powershell";
import { python } from "@helve/effects/python";
import { shell } from "@helve/effects/shell";
import { sql } from "@helve/effects/sql";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const languages = { shell, python, javascript, sql, powershell, cmd };

/** For each language: how the program begins, and statements that multiply a text or a list each time they run. */
const programs: Readonly<Record<keyof typeof languages, readonly [string, readonly string[]]>> = {
  javascript: [
    "let s = 'rm a;', a = ['rm', 'a'], o = {};",
    [
      "s += s",
      "s = `${s}${s}${s}`",
      "s = s.replaceAll('a', s)",
      "s = s.split('a').join(s)",
      "s = s.concat(s, s)",
      "s = a.join(s)",
      "a = [...a, ...a]",
      "a.push(...a)",
      "a = a.concat(a, a)",
      "a = a.flatMap((x) => [x, x, x])",
      "a = a.map((x) => a)",
      "a = Array.from({ length: 1e9 })",
      "o = { ...o, [s]: o }",
      "eval(s)",
      "require('child_process').execSync(s)",
    ],
  ],
  python: [
    "import os\ns = 'rm a;'\na = ['rm', 'a']\nd = {}",
    [
      "s += s",
      "s = f'{s}{s}{s}'",
      "s = s.replace('a', s)",
      "s = s * 999",
      "s = s.join([s, s])",
      "a = [*a, *a]",
      "a.extend(a)",
      "a = [x for x in a for y in a]",
      "a = [a, a, a]",
      "d['x'] = d",
      "exec(s)",
      "os.system(s)",
    ],
  ],
  shell: [
    "s='rm a;'; a=(rm a)",
    [
      "s=$s$s",
      "s=${s//a/$s}",
      's=$(printf \'%s%s\' "$s" "$s")',
      'a=("${a[@]}" "${a[@]}")',
      'a+=("${a[@]}")',
      'set -- "$@" "$@" $s',
      "echo $s >> f; s=$(cat f f)",
      'eval "$s"',
      'rm "${a[@]}"',
    ],
  ],
  powershell: [
    "$s = 'rm a;'; $a = 'rm', 'a'",
    [
      "$s += $s",
      '$s = "$s$s$s"',
      "$s = $s.Replace('a', $s)",
      "$s = $s -replace 'a', $s",
      "$s = '{0}{0}{0}' -f $s",
      "$s = [string]::Join($s, $a)",
      "$s = $s.Insert(0, $s)",
      "$a += $a",
      "$a = $a, $a, $a",
      "$a = @($a; $a)",
      '$s = "$a $a"',
      "iex $s",
      "& ([scriptblock]::Create($s))",
      "rm $a",
    ],
  ],
  cmd: [
    "setlocal enabledelayedexpansion\nset s=del a",
    ["set s=%s%%s%", "set s=%s:a=%s%%", "set s=!s!!s!", "for %%x in (%s%) do set s=%s%%s%", "cmd /c %s%", "%s%"],
  ],
  sql: [
    "SET @s = 'DROP TABLE a';",
    [
      "SET @s = CONCAT(@s, @s, @s);",
      "SET @s = REPEAT(@s, 99999);",
      "SELECT @s = @s + @s;",
      "DECLARE @s NVARCHAR(MAX) = @s + @s;",
      "EXEC(@s + @s);",
      "EXECUTE IMMEDIATE @s || @s;",
    ],
  ],
};

describe.each(Object.entries(programs))("a %s program whose values grow", (language, [beginning, statements]) => {
  it("has effects of limited size", () => {
    const reader = languages[language as keyof typeof languages];
    const some = fc.uniqueArray(fc.constantFrom(...statements), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(some, (repeated) => {
        const lines = Array.from({ length: 60 }, (_, index) => repeated[index % repeated.length]);
        const { effects } = reader.read([beginning, ...lines].join("\n"), { languages });
        expect(JSON.stringify(effects).length).toBeLessThan(1_000_000);
      }),
      { numRuns: 40 },
    );
  });
});

describe("effects that are too many", () => {
  it("end with one that may be anything", () => {
    const deleted = (count: number) => Array.from({ length: count }, (_, index) => `Remove-Item a${index}`).join("\n");
    const kinds = (count: number) => powershell.read(deleted(count)).effects.map(({ kind }) => kind);
    expect(kinds(500)).not.toContain("anything");
    expect(kinds(4000)).toContain("anything");
  });
});
