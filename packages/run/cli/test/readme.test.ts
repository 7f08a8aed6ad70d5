import { readFileSync } from "node:fs";
import { hookClients } from "@helve/hooks";
import { describe, expect, it } from "vitest";
import { folderWith, helve } from "./helve.ts";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const page = (name: string): string =>
  readFileSync(new URL(`../../../../apps/docs/src/content/docs/guides/cli/${name}.md`, import.meta.url), "utf8");

describe("the README and the pages of the CLI", () => {
  it("show what helve try prints", async () => {
    const [, command = "", shown = ""] = /```sh\nnpx helve try '(.*)'\n```\n\n```text\n([^`]*)```/.exec(readme) ?? [];
    expect((await helve(["try", command], folderWith())).out).toBe(shown);
  });

  it("show the verdicts of a batch", async () => {
    const [, lines = "", verdicts = ""] =
      /```json\n([^`]*)```\n\n```json\n([^`]*)```/.exec(page("judge-a-batch")) ?? [];
    const { out } = await helve(["try", "--batch", "-", "--preset", "coding-agent"], folderWith(), lines);
    const kinds = (text: string): unknown =>
      text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line))
        .map(({ id, kind, rules }) => ({ id, kind, rules }));
    expect(kinds(out)).toEqual(kinds(verdicts));
  });

  it("have every client in their table", () => {
    for (const [name, { title }] of Object.entries(hookClients)) {
      expect(readme).toMatch(new RegExp(`^\\| ${title}.*\\| \`${name}\``, "m"));
    }
  });

  it("name every command", async () => {
    const { out } = await helve(["--help"], folderWith());
    const commands = [...out.matchAll(/^ {2}([a-z]+)/gm)].map(([, name]) => name).filter((name) => name !== "help");
    expect(commands.length).toBeGreaterThan(10);
    const commandsPage = page("commands");
    for (const name of commands) expect(commandsPage).toContain(`\`helve ${name}`);
  });
});
