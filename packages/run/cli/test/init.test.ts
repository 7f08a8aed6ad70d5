import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderWith, helve } from "./helve.ts";

const read = (folder: string, name: string): string => readFileSync(join(folder, name), "utf8");

describe("helve init", () => {
  it("writes rules, tests and a policy that check and pass", async () => {
    for (const preset of ["coding-agent", "strict", "relaxed"]) {
      const folder = folderWith();
      const { code, out } = await helve(["init", "--preset", preset, "--yes"], folder);
      expect([code, out]).toEqual([0, expect.stringContaining("written    helve/rules.agentspec")]);
      expect(await helve(["check", "helve/*"], folder)).toMatchObject({ code: 0 });
      expect(await helve(["test", "--coverage"], folder)).toMatchObject({ code: 0 });
    }
  });

  it("asks for the rules and the coding agents, and shows what it changes", async () => {
    const home = folderWith();
    const { code, out } = await helve(["init"], home, "", { home, answers: ["2", "1, cursor", "y", "n"] });
    expect(code).toBe(1);
    expect(out).toContain("1  Claude Code");
    expect(read(home, "helve/rules.agentspec")).toContain("Strict rules");
    expect(read(home, ".claude/settings.json")).toContain("hook claude-code");
    expect(existsSync(join(home, ".cursor/hooks.json"))).toBe(false);
  });

  it("keeps what exists, and says so", async () => {
    const mine = "rule @mine trigger any check enforce stop end";
    const folder = folderWith({ "helve/rules.agentspec": mine });
    const first = await helve(["init", "--yes"], folder);
    expect(first.out).toContain("kept       helve/rules.agentspec");
    expect(first.out).toContain("--force replaces them");
    expect(first.out).toContain("The rules are those that were there");
    expect(JSON.parse((await helve(["init", "--yes", "--json"], folder)).out).preset).toBe(null);
    expect(read(folder, "helve/rules.agentspec")).toBe(mine);
    expect((await helve(["init", "--yes"], folder)).out).toContain("unchanged  helve/policy.json");
    expect((await helve(["init", "--yes", "--force"], folder)).err).toContain("--yes does not stand for a person");
    expect(
      await helve(["init", "--preset", "strict", "--force"], folder, "", {
        home: folder,
        answers: [""],
        confirms: false,
      }),
    ).toMatchObject({
      ...{ code: 1, terminal: expect.stringContaining("-rule @mine trigger any check enforce stop end") },
    });
    expect(read(folder, "helve/rules.agentspec")).toBe(mine);
    const force = ["init", "--preset", "coding-agent", "--force", "--json"];
    const forced = await helve(force, folder, "", { home: folder, answers: [""], confirms: true });
    expect(JSON.parse(forced.out.slice(forced.out.indexOf("{"))).files[0]).toEqual({
      name: "helve/rules.agentspec",
      status: "replaced",
    });
    expect(read(folder, "helve/rules.agentspec")).not.toBe(mine);
  });

  it("prints one JSON object, and the change of settings on standard error", async () => {
    const home = folderWith();
    const init = (...args: readonly string[]) =>
      helve(["init", "--client", "gemini", "--json", ...args], home, "", { home });
    const refused = await init("--preset", "strict");
    expect(JSON.parse(refused.out.replace(/^.*\[y.N\] /, ""))).toMatchObject({
      preset: "strict",
      files: [{}, {}, {}],
      clients: [],
    });
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining("pass --yes") });
    const { out, err } = await init("--yes", "--preset", "strict");
    const file = join(home, ".gemini/settings.json");
    expect(JSON.parse(out)).toMatchObject({ clients: [{ client: "gemini", file, installed: true }] });
    expect(err).toContain(`+++ ${file}`);
  });

  it.each([
    [["--client", "claude"], [], "there is no client claude"],
    [[], ["4"], "4 is none of coding-agent, strict, relaxed"],
    [[], ["", "9"], "there is no client 9"],
    [[], [], "pass --preset and --client, or --yes"],
  ])("refuses %j with the answers %j, and writes nothing", async (args, answers, message) => {
    const folder = folderWith();
    const found = await helve(["init", ...args], folder, "", { home: folder, answers });
    expect(found).toMatchObject({ code: 2, err: expect.stringContaining(message) });
    expect(existsSync(join(folder, "helve"))).toBe(false);
  });
});
