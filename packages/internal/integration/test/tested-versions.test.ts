import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { claudeCode } from "../clients/agents/claude-code.ts";
import { codex } from "../clients/agents/codex.ts";
import { gemini } from "../clients/agents/gemini.ts";
import { opencode } from "../clients/agents/opencode.ts";

const text = (file: string): string => readFileSync(new URL(`../../../${file}`, import.meta.url), "utf8");

/** Claude Code has the patch number of the SDK that contains it. */
const claudeVersion = claudeCode.install.version.replace(/^0\.3\./, "2.1.");

it.each([
  ["claude-code", claudeVersion],
  ["codex", codex.install.version],
  ["gemini", gemini.install.version],
  ["opencode", opencode.install.version],
])("the README of helve names the version of %s that tests run", (client, version) => {
  const row = text("run/cli/README.md").match(new RegExp(`^\\|.*\\| \`${client}\` .*$`, "m"))?.[0];
  expect(row).toContain(`| ${version}`);
});

it("the READMEs of adapters and hooks name the tested version of Claude Code", () => {
  expect(text("adapters/claude-agent/README.md")).toContain(`Claude Code ${claudeVersion}`);
  expect(text("run/hooks/README.md")).toContain(`version ${claudeVersion}`);
});
