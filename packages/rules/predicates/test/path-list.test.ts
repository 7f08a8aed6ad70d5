import fc from "fast-check";
import { minimatch } from "minimatch";
import { describe, expect, it } from "vitest";
import { pathList } from "../src/path-list.ts";

const literal = (path: string) => ({ path, glob: false, hidden: false, partial: false });
const glob = (path: string) => ({ path, glob: true, hidden: true, partial: false });

const name = fc.constantFrom("a", "b", ".a", "ab");
const pattern = fc.oneof(name, fc.constantFrom("*", "a*", "?", ".*", "[ab]"));
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => `/${parts.join("/")}`);
const place = fc.array(pattern, { minLength: 1, maxLength: 3 }).map((parts) => `/${parts.join("/")}`);

/** Whether `.gitignore` would ignore a file by a list of globs. */
function isListed(file: string, globs: readonly string[]): boolean {
  const fits = (each: string): boolean => minimatch(file, each.replace(/^!/, ""), { dot: true, nonegate: true });
  const last = globs.findLast(fits);
  return last !== undefined && !last.startsWith("!");
}

describe("pathList", () => {
  it("gives the same list its own meaning in each home and directory, and on each system", () => {
    const globs = ["/etc/Secret", "**/.env", "~/.ssh", "notes"];
    const found = (base: Parameters<typeof pathList>[1], path: string) =>
      pathList(globs, base).find(literal(path), false)?.glob;
    for (const home of ["/home/ada", "/home/bob"]) {
      const base = { home, workingDirectory: `${home}/work` };
      expect(found(base, "/home/ada/.ssh")).toBe(home === "/home/ada" ? "~/.ssh" : undefined);
      expect(found(base, "/home/ada/work/notes")).toBe(home === "/home/ada" ? "notes" : undefined);
      expect(found(base, "/srv/.env")).toBe("**/.env");
      expect(found(base, "/etc/secret")).toBe(undefined);
      expect(found({ ...base, platform: "macos" }, "/etc/secret")).toBe("/etc/Secret");
    }
  });

  it("lets the last glob that matches decide", () => {
    const deep = fc.oneof(
      place,
      place.map((each) => `${each}/**`),
      name.map((each) => `**/${each}`),
    );
    const list = fc.array(
      fc.oneof(
        deep,
        deep.map((each) => `!${each}`),
      ),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(list, path, (globs, file) => {
        expect(pathList(globs, {}).find(literal(file), false) !== null).toBe(isListed(file, globs));
      }),
      { numRuns: 500 },
    );
  });

  it("matches every target with a wildcard that could be a listed path", () => {
    /** Globs that fit a path: parts of it made wider, some of them `**`, the end left open. */
    const around = (file: string): fc.Arbitrary<string> => {
      const wider = (part: string) => fc.constantFrom(part, "*", `${part.charAt(0)}*`, `${part}*`);
      const parts = fc.tuple(...file.slice(1).split("/").map(wider));
      const deep = fc.tuple(fc.nat(3), fc.boolean());
      return fc.tuple(parts, deep).map(([globs, [at, open]]) => {
        const some = open ? [...globs.slice(0, at), "**"] : globs;
        return `/${at % 2 === 0 ? some.join("/") : ["**", ...some].join("/")}`;
      });
    };
    const fitting = path.chain((file) => fc.tuple(fc.constant(file), around(file), around(file)));
    fc.assert(
      fc.property(fitting, ([file, listed, wanted]) => {
        const fits = (each: string): boolean => minimatch(file, each, { dot: true });
        fc.pre(fits(listed) && fits(wanted) && !listed.startsWith("/**"));
        expect(pathList([listed], {}).find(glob(wanted), false)).not.toBeNull();
      }),
      { numRuns: 1000 },
    );
  });

  it("matches directories above a listed path only with recursive", () => {
    const list = pathList(["/home/*/.ssh/", "**/.env"], {});
    for (const above of ["/", "/home", "/home/ada"]) {
      expect(list.find(literal(above), true)).toEqual({ glob: "/home/*/.ssh/", truth: true, isAbove: true });
      expect(list.find(literal(above), false)).toBeNull();
    }
    expect(list.find(literal("/srv"), true)).toBeNull();
  });

  it("takes time in proportion to the length of the paths", () => {
    const list = pathList(["/a/**", "**/.a", "**/a*a*a*b", "!/a/**/b"], {});
    list.find(literal(`/${"a".repeat(5000)}`), true);
    list.find(glob(`/${"*a".repeat(2000)}b`), true);
    list.find(literal("/a".repeat(2000)), true);
  });
});

describe("the glob that a path list names", () => {
  it.each([
    [["**/*.key", "/etc/ssl/*.key", "/etc/"], "/etc/ssl/a.key", "/etc/ssl/*.key"],
    [["/etc/", "**/shadow"], "/etc/shadow", "**/shadow"],
    [["/etc/", "/etc/"], "/etc/a", "/etc/"],
  ])("of %j for %s is the one that says most: %s", (globs, path, named) => {
    expect(pathList(globs, {}).find(literal(path), false)?.glob).toBe(named);
  });
});

it("a glob that matches only some listed paths contains them", () => {
  const target = { path: "/home/**", glob: true, hidden: true, partial: false };
  expect(pathList(["/home/*/.ssh/"], {}).find(target, false)).toMatchObject({ isAbove: true });
});
