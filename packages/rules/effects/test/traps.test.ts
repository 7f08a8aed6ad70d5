import { describe, expect, it } from "vitest";
import { readShell } from "./read.ts";

function deleted(command: string): readonly string[] {
  const { effects } = readShell(command);
  return [...new Set(effects.flatMap((each) => (each.kind === "delete" ? [each.target?.path ?? "?"] : [])))];
}

describe("the code of a trap", () => {
  it.each([
    ["trap 'rm -rf \"$d\"' EXIT; d=/srv/a; ls", ["/srv/a"]],
    ["trap 'rm -rf ${d}' EXIT INT TERM; d=$(mktemp -d); ls", ["/tmp/tmp.*"]],
    ["d=/srv/a; trap 'rm -rf $d' EXIT; d=/srv/b", ["/srv/a", "/srv/b"]],
    ["trap 'rm -rf $d' EXIT; d=/srv/a; make; d=/srv/b", ["/srv/a", "/srv/b"]],
    ["trap 'rm -rf $d' INT; d=/srv/a; sleep 5; d=/srv/b", ["/srv/a", "/srv/b"]],
    ["(trap 'rm -rf $d' EXIT; d=/srv/a); ls", ["/srv/a"]],
  ])("runs with each value that its variables have: %s", (command, paths) => {
    expect(deleted(command)).toEqual(paths);
  });

  it.each(["trap 'rm -rf $d' EXIT; ls", "trap 'rm -rf $d' DEBUG; d=/srv/a", "trap 'rm -rf $d' USR1; d=/srv/a"])(
    "deletes an unknown file if a variable may come from the environment: %s",
    (command) => {
      expect(deleted(command)).toContain("?");
    },
  );

  it("ends, although it sets its own variable", () => {
    expect(deleted("trap 'd=$d/a; rm -rf $d' EXIT; d=/srv; d=/srv/b")).toContain("/srv/a");
  });
});
