import { readFileSync } from "node:fs";
import { javascript } from "@helve/effects/javascript";
import { cmd, powershell } from "@helve/effects/powershell";
import { python } from "@helve/effects/python";
import { shell } from "@helve/effects/shell";
import { sql } from "@helve/effects/sql";
import { type Policy, predicates } from "@helve/predicates";
import Ajv2020 from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const schema = JSON.parse(readFileSync(new URL("../schema/policy.json", import.meta.url), "utf8"));
const validate = new Ajv2020.default({ allowUnionTypes: true }).compile(schema);
const languages = { shell, python, javascript, sql, powershell, cmd };

function isAccepted(policy: object): boolean {
  try {
    predicates({ ...policy, languages } as Policy);
    return true;
  } catch {
    return false;
  }
}

const anyText = fc.constantFrom(
  "a",
  "documents/**",
  "",
  " ",
  "x.org",
  "!a",
  "$HOME/a",
  "https://x.org/a",
  "/tmp",
  "C:\\x",
  "a ",
);
const anyTexts = fc.oneof(fc.array(anyText, { maxLength: 2 }), anyText);
const anyUse = fc.oneof(
  fc.dictionary(
    fc.constantFrom(
      ...[
        "code",
        "language",
        "read",
        "write",
        "content",
        "mode",
        "move",
        "to",
        "when",
        "remote",
        "service",
        "session",
        "skill",
      ],
    ),
    fc.oneof(
      fc.constantFrom("shell", "klingon", "append", "kept", "push", "to", ""),
      fc.constant({ command: "x" }),
      fc.constant(1),
    ),
    { maxKeys: 3 },
  ),
  fc.constantFrom(
    { code: "c", language: "shell" },
    { write: "p", mode: "append" },
    { move: "a", to: "b" },
    { remote: "push", service: "s" },
    { skill: "s", input: "i" },
    1,
  ),
);

const members = {
  tools: fc.oneof(
    fc.dictionary(fc.constantFrom("Bash", "x"), fc.oneof(anyUse, fc.array(anyUse, { maxLength: 2 }))),
    anyText,
  ),
  presets: fc.constantFrom(true, "yes"),
  traits: fc.dictionary(
    fc.constant("x"),
    fc.constantFrom(
      { results: "trusted" },
      { results: "x" },
      { data: "public" },
      { data: 1 },
      { argumentRoles: { to: "decisive" } },
      { argumentRoles: { to: "x" } },
      { results: "user" },
      { changesWorld: true },
      { a: 1 },
      1,
    ),
  ),
  receiverArguments: fc.dictionary(fc.constant("x"), anyTexts),
  importantFiles: anyTexts,
  sensitivePaths: fc.constantFrom({}, { reading: ["a"] }, { reading: "a" }, { hearing: [] }, []),
  contacts: anyTexts,
  workingDirectory: anyText,
  currentDirectory: anyText,
  home: anyText,
  platform: fc.constantFrom("linux", "beos"),
  tempDirectories: anyTexts,
  trusted: fc.constant(1),
};

const anyPolicy = fc
  .subarray(Object.keys(members), { maxLength: 2 })
  .chain((names) => fc.record(Object.fromEntries(Object.entries(members).filter(([name]) => names.includes(name)))));

describe("schema/policy.json", () => {
  it("accepts what predicates() accepts, and nothing else", () => {
    let accepted = 0;
    fc.assert(
      fc.property(anyPolicy, (policy) => {
        if (isAccepted(policy)) accepted++;
        expect(validate(policy), JSON.stringify(validate.errors)).toBe(isAccepted(policy));
      }),
      { numRuns: 1000 },
    );
    expect(accepted).toBeGreaterThan(20);
  });

  it("allows to name the schema, and leaves the notation of hosts to predicates()", () => {
    expect(validate({ $schema: schema.$id, trustedHosts: ["*.x.org:8080"] })).toBe(true);
    expect(validate({ trustedHosts: [1] })).toBe(false);
  });
});

describe("the length of lists", () => {
  const globs = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `x${index}/**`);

  it.each([
    ["importantFiles", { importantFiles: globs(1000) }, { importantFiles: globs(1001) }],
    [
      "sensitivePaths/reading",
      { sensitivePaths: { reading: globs(1000) } },
      { sensitivePaths: { reading: globs(1001) } },
    ],
    ["tempDirectories", { tempDirectories: ["/tmp"] }, { tempDirectories: globs(1001) }],
    ["trustedHosts", { trustedHosts: ["x.io"] }, { trustedHosts: Array(10_001).fill("x.io") }],
  ])("limits %s, since each entry is compared with each path of a call", (_path, allowed, tooLong) => {
    expect([isAccepted(allowed), validate(allowed)]).toEqual([true, true]);
    expect([isAccepted(tooLong), validate(tooLong)]).toEqual([false, false]);
    expect(() => predicates(tooLong)).toThrow("must have at most");
  });
});
