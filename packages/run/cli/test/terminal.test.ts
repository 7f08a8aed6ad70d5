import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
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

  it.each([
    ["Ctrl-C", "\x03", 130],
    ["Ctrl-D", "\x04", 0],
  ])("inspect --try ends at %s with %i", async (_name, key, code) => {
    const server = createServer((_, response) => {
      response.end(JSON.stringify({ opentool: "1.0.0", info: { title: "t", version: "1" }, functions: [] }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/opentool`;
    const inspect = terminal(["inspect", url, "--try"], folderWith());
    await inspect.sees("function {");
    inspect.types(key);
    expect(await inspect.ends()).toBe(code);
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
