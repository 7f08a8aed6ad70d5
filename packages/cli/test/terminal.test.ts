import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderWith } from "./helve.ts";
import { hasTerminal, terminal } from "./terminal.ts";

describe.skipIf(!hasTerminal)("in a terminal", () => {
  it("init asks which rules and which coding agents, shows the change of the settings, and writes it", async () => {
    const home = folderWith({ ".gemini/settings.json": '{ "theme": "dark" }\n' });
    const init = terminal(["init"], home);
    await init.sees("1, 2 or 3 [1]: ");
    init.types("2\r");
    await init.sees("5  Gemini CLI");
    await init.sees("for none: ");
    init.types("5\r");
    await init.sees("[y/N] ");
    expect(init.output()).toContain("+  ");
    init.types("y\r");
    expect(await init.ends()).toBe(0);
    expect(readFileSync(join(home, "helve/rules.agentspec"), "utf8")).toContain("@inspect_system_files");
    expect(JSON.parse(readFileSync(join(home, ".gemini/settings.json"), "utf8"))).toMatchObject({
      theme: "dark",
      hooks: { BeforeTool: [{}] },
    });
  });

  it.each([
    ["Ctrl-C", "\x03"],
    ["Ctrl-D", "\x04"],
  ])("init ends with 130 at %s, and writes nothing", async (_name, key) => {
    const home = folderWith();
    const init = terminal(["init"], home);
    await init.sees("1, 2 or 3 [1]: ");
    init.types(key);
    expect(await init.ends()).toBe(130);
    expect(init.output()).not.toContain("Error");
    expect(existsSync(join(home, "helve"))).toBe(false);
  });

  it("init leaves the settings of a coding agent as they are if the person declines", async () => {
    const home = folderWith({ ".gemini/settings.json": "{}\n" });
    const init = terminal(["init", "--preset", "strict", "--client", "gemini"], home);
    await init.sees("[y/N] ");
    init.types("n\r");
    await init.ends();
    expect(readFileSync(join(home, ".gemini/settings.json"), "utf8")).toBe("{}\n");
  });

  it("try prints colors, and none with NO_COLOR", async () => {
    const home = folderWith();
    const colored = terminal(["try", "rm -rf /etc/hosts"], home);
    expect(await colored.ends()).toBe(1);
    expect(colored.output()).toContain("\u001b[");
    const plain = terminal(["try", "rm -rf /etc/hosts"], home, { NO_COLOR: "1" });
    expect(await plain.ends()).toBe(1);
    expect(plain.output()).not.toContain("\u001b[");
    expect(plain.output()).toContain("@inspect_deletion");
  });
});
