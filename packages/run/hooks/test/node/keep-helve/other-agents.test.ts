import type { CommandEffect } from "@helve/effects";
import { describe, expect, it } from "vitest";
import { otherAgent } from "../../../src/node/keep-helve/other-agents.ts";
import { otherVersion } from "../../../src/node/keep-helve/other-programs.ts";
import { startedProgram } from "../../../src/node/keep-helve/started-program.ts";
import { asCommand, word } from "../../../src/node/keep-helve/words.ts";

const command = (line: string): CommandEffect => ({ ...asCommand(line), words: line.split(" ").map(word) });

describe("startedProgram", () => {
  it.each([
    ["go run github.com/charmbracelet/crush@latest x", "crush", true],
    ["go run -race ./cmd/agent", "agent", false],
    ["deno run -A npm:some-agent@1", "some-agent", true],
    ["cargo run --bin agent", "agent", false],
    ["python3 -m swe.agent", "swe.agent", false],
    ["mytool run x", "mytool", false],
  ])("%s starts %s", (line, name, isFetched) => {
    expect(startedProgram(line.split(" ").map(word))).toMatchObject({ name, isFetched });
  });
});

describe("otherAgent", () => {
  it.each([
    "go run github.com/x/agent@latest",
    "deno run npm:some-agent",
    "some-claude-runner x",
    "my-agent --prompt x",
  ])("%s needs a person", (line) => {
    expect(otherAgent(command(line))?.truth).toBe("unknown");
  });

  it.each(["go run ./cmd/agent", "my-agent status", "some-claude-runner --help", "ssh-agent bash"])(
    "%s starts no agent",
    (line) => {
      expect(otherAgent(command(line))).toBeUndefined();
    },
  );
});

describe("otherVersion", () => {
  it.each([
    "gh extension install x/y",
    "gh ext upgrade --all",
    "npm i -g ruflo",
    "go install github.com/x/crush@latest",
  ])("%s needs a person", (line) => {
    expect(otherVersion(command(line))?.truth).toBe("unknown");
  });

  it.each([
    "gh extension list",
    "gh extension install --help",
    "npm i @anthropic-ai/sdk",
    "go install github.com/x/y@v1",
  ])("%s does not", (line) => {
    expect(otherVersion(command(line))).toBeUndefined();
  });
});
