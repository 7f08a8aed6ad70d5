import type { CommandEffect } from "@helve/effects";
import { describe, expect, it } from "vitest";
import { agentElsewhere, clientByWords } from "../../../src/node/keep-helve/agent-programs.ts";
import { asCommand, word } from "../../../src/node/keep-helve/words.ts";

const command = (line: string): CommandEffect => ({ ...asCommand(line), words: line.split(" ").map(word) });

describe("clientByWords", () => {
  it.each([
    ["code chat hello", null],
    ["code . --agent", null],
    ["gh agent-task create x", null],
    ["cursor agent hello", "cursor-agent"],
    ["gh copilot -p hello", "copilot"],
    ["code .", undefined],
    ["code chat/index.ts", undefined],
    ["gh pr list", undefined],
    ["docker run node", undefined],
  ])("%s starts %s", (line, client) => {
    const [program = "", ...words] = line.split(" ");
    expect(clientByWords(program, words.map(word))).toBe(client);
  });
});

describe("agentElsewhere", () => {
  it.each([
    "docker run -it ghcr.io/x/claude-code:1 -p hello",
    "flatpak run com.anthropic.claude",
    "nix run nixpkgs#claude-code",
    "xdg-open cursor://x",
    "open other-app://x",
    "open -a Claude",
    "python3 -m webbrowser vscode://x",
  ])("%s needs a person", (line) => {
    expect(agentElsewhere(command(line))?.truth).toBe("unknown");
  });

  it.each([
    "docker build -t claude-code .",
    "docker run node node -v",
    "open https://example.com",
    "xdg-open docs/index.html",
    "open -a Preview a.pdf",
    "git clone git@github.com:x/cursor",
  ])("%s starts no agent", (line) => {
    expect(agentElsewhere(command(line))).toBeUndefined();
  });
});
