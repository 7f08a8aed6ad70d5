import { existsSync, lstatSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { clientSettings, hookCommand, type SettingsClient } from "@helve/hooks/node";
import { parse } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { addHooks, removeHooks } from "../../src/install/edit-settings.ts";
import { folderWith, helve } from "../helve.ts";

const add = (before: string | undefined, client: SettingsClient = "claude-code"): string =>
  addHooks(before, client, (event) => hookCommand(["helve"], client, event, { decides: true }));

describe("a hook of somebody else", () => {
  const audit = { type: "command", command: "audit.sh" };

  it("stays in the group of Helve's hook", () => {
    const settings = parse(add(undefined));
    settings.hooks.PreToolUse[0].hooks.push(audit);
    const before = JSON.stringify(settings, null, 2);
    for (const text of [add(before), removeHooks(before, "claude-code") ?? ""]) {
      const commands = parse(text).hooks.PreToolUse.flatMap((group: { hooks: unknown[] }) => group.hooks);
      expect(commands).toContainEqual(audit);
    }
    expect(removeHooks(before, "claude-code")).not.toContain("helve");
  });

  it("stays if its command only mentions Helve", () => {
    const before = JSON.stringify({
      hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "audit.sh helve hook claude-code" }] }] },
    });
    expect(parse(removeHooks(add(before), "claude-code") ?? "")).toEqual(parse(before));
  });
});

it.each(['{"hooks":{"Stop":[]},"model":"x","hooks":{"PreToolUse":[]}}', '{"hooks":{"PreToolUse":[],"PreToolUse":[]}}'])(
  "refuses settings in which a member stands twice: %s",
  (before) => {
    expect(() => add(before)).toThrow(/twice/);
  },
);

it("leaves members of Gemini's hooks alone that are no lists", () => {
  const before = '{"hooks": {"enabled": true}}';
  const text = add(before, "gemini");
  expect(parse(text).hooks.enabled).toBe(true);
  expect(parse(removeHooks(text, "gemini") ?? "")).toEqual(parse(before));
});

it.each(["{ // notes\n}\n", '{\n  "hooks": {\n    "Stop": [\n      { "hooks": [] } // why\n    ]\n  }\n}\n'])(
  "leaves settings as they were before the installation: %j",
  (before) => {
    expect(removeHooks(add(before), "claude-code")).toBe(before);
  },
);

it("removes a file with nothing but hooks of Helve behind a link, and keeps the link", async () => {
  const home = folderWith({ "dotfiles/claude.json": "{}\n" });
  const file = join(home, clientSettings["claude-code"].user);
  mkdirSync(dirname(file), { recursive: true });
  symlinkSync("../dotfiles/claude.json", file);
  await helve(["hook", "install", "claude-code", "--yes"], home, "", {
    home,
    environment: { HOME: home, PATH: "/usr/bin:/bin" },
  });
  await helve(["hook", "uninstall", "claude-code"], home, "", {
    home,
    environment: { HOME: home, PATH: "/usr/bin:/bin" },
    confirms: true,
  });
  expect(lstatSync(file).isSymbolicLink()).toBe(true);
  expect(existsSync(join(home, "dotfiles/claude.json"))).toBe(false);
});

it("writes through a link whose file does not exist yet", async () => {
  const home = folderWith({ "dotfiles/x": "" });
  const file = join(home, clientSettings["claude-code"].user);
  mkdirSync(dirname(file), { recursive: true });
  symlinkSync("../dotfiles/claude.json", file);
  await helve(["hook", "install", "claude-code", "--yes"], home, "", {
    home,
    environment: { HOME: home, PATH: "/usr/bin:/bin" },
  });
  expect(lstatSync(file).isSymbolicLink()).toBe(true);
  expect(existsSync(join(home, "dotfiles/claude.json"))).toBe(true);
});

it("tells what to correct if the client does not see the hooks", async () => {
  const home = folderWith();
  const file = join(home, clientSettings["claude-code"].user);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(
    file,
    add('{"model":"x"}')
      .replace('"model"', '"hooks": {}, "model"')
      .replace(/\}\s*$/, ', "hooks": {}}'),
  );
  const { out } = await helve(["hook", "doctor", "claude-code"], home, "", {
    home,
    environment: { HOME: home, PATH: "/usr/bin:/bin" },
  });
  expect(out).toMatch(/twice/);
});
