import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultImportantFiles } from "../src/default-important-files.ts";
import { defaultSensitivePaths } from "../src/default-sensitive-paths.ts";
import { pathList } from "../src/path-list.ts";

const name = fc.constantFrom(
  "home",
  "ada",
  "srv",
  ".ssh",
  ".env",
  ".Config",
  "gh",
  "etc",
  "a",
  "x.key",
  "AppData",
  "self",
  "..",
);
const wild = fc.constantFrom("*", "*.key", ".*", "?", "**", "{a,etc/b,.ssh/}", "[ab]", "x{1,2}");
const pathOf = (part: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom("/", "~/", "", "/home/ada/", "/c:/", "../"), fc.array(part, { minLength: 1, maxLength: 4 }))
    .map(([start, parts]) => start + parts.join("/"));
const glob = fc
  .tuple(
    fc.constantFrom("", "!"),
    fc.oneof(
      pathOf(fc.oneof({ weight: 3, arbitrary: name }, wild)),
      fc.tuple(name, fc.constantFrom("", "/*", "/a")).map(([first, rest]) => `**/${first}${rest}`),
    ),
    fc.constantFrom("", "/"),
  )
  .map((parts) => parts.join(""));
const listed = fc.oneof(
  fc.constantFrom(
    defaultSensitivePaths.reading ?? [],
    defaultSensitivePaths.writing ?? [],
    defaultSensitivePaths.listing ?? [],
    defaultImportantFiles,
  ),
  fc.array(glob, { maxLength: 8 }),
);
const target = fc.record({
  path: pathOf(fc.oneof({ weight: 4, arbitrary: name }, fc.constantFrom("*", ".e*", "**", "*.key"))),
  glob: fc.boolean(),
  hidden: fc.boolean(),
  partial: fc.boolean(),
});
const base = fc.record({
  home: fc.constantFrom("/home/ada", "/Home/Ada", "/", undefined),
  workingDirectory: fc.constantFrom("/home/ada/srv", "/srv/[a]", undefined),
  platform: fc.constantFrom("linux" as const, "macos" as const, "windows" as const),
});

describe("globIndex", () => {
  it("leaves out no glob that matches", () => {
    // With a dot in its path, a pattern means the same, but its text does not say what it begins with.
    const withDot = (glob: string): string => glob.replace(/^(!?(?:~|\*\*|)\/)(?!proc\/)/, "$1./");
    fc.assert(
      fc.property(listed, target, fc.boolean(), base, (globs, target, recursive, base) => {
        const dotted = new Map(globs.map((glob) => [withDot(glob), glob]));
        const found = pathList([...dotted.keys()], base).find(target, recursive);
        const expected = found && { ...found, glob: dotted.get(found.glob) };
        expect(pathList([...dotted.values()], base).find(target, recursive)).toEqual(expected);
      }),
      { numRuns: 100 },
    );
  });
});
