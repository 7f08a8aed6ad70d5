import type { EffectContext, Effects } from "@helve/effects";
import { describe, expect, it } from "vitest";
import { readShell } from "./read.ts";

const code = "echo {} > ~/.claude/settings.json\n";
const files = new Map(["k.txt", "k"].map((path) => [path, { text: code, from: [] }]));
const context: EffectContext = { workingDirectory: "/home/ada/project", home: "/home/ada", files };

/** Whether the effects include the write of the settings, or that it is unknown what happens. */
function harmOf({ effects }: Effects): boolean {
  return effects.some(
    (effect) =>
      effect.kind === "anything" ||
      (effect.kind === "write" && effect.target?.path.endsWith(".claude/settings.json") === true),
  );
}

const start = "$" + "{BASH_ENV:=k.txt}";

describe("a file that a program runs without being its script", () => {
  it.each([
    "bash --init-file k.txt -i -c true",
    "bash --rcfile k.txt -i -c true",
    "bash --rcfile=k.txt",
    "bash --rcfile <(cat k.txt) -i -c true",
    "BASH_ENV=<(cat k.txt) bash -c true",
    "export BASH_ENV=<(cat k.txt); bash -c true",
    "ENV=<(cat k.txt) sh -i -c true",
    `nu -e '${code.trim()}'`,
    `nu --commands '${code.trim()}'`,
    `fish --command '${code.trim()}'`,
    "BASH_ENV=k.txt bash -c :",
    `: ${start}; export BASH_ENV; bash -c :`,
    "read BASH_ENV < p; export BASH_ENV; bash -c :",
    "ENV=k sh -i",
    "ZDOTDIR=. zsh -c true",
    `fish -C '${code.trim()}'`,
    "fish --init-command 'source k.txt'",
    "npm test --script-shell=./k",
    "npm_config_script_shell=./k npm test",
    "RUSTC_WRAPPER=./k cargo build",
    "CC='sh k.txt' make",
    "gcc -wrapper sh,k.txt -c a.c",
    "vim -u k.txt -c q",
    "vim -S k.txt",
    "tmux -f k.txt new -d",
    "tmux source-file k.txt",
    "screen -c k.txt",
    "parallel -a k.txt",
    "socat FILE:k.txt EXEC:sh",
    "socat -u OPEN:k.txt SYSTEM:sh",
  ])("is read with %s", (command) => {
    expect(harmOf(readShell(command, context))).toBe(true);
  });

  it.each([
    "bash --rcfile ~/.bashrc -i -c true",
    "ENV=production bash -c true",
    'ENV="$1" bash deploy.sh',
    "npm test --script-shell=bash",
    "npm_config_script_shell=/bin/bash npm test",
    "RUSTC_WRAPPER=sccache cargo build",
    "CC='ccache gcc' make",
    "vim -u NONE -c q",
    "tmux -f ~/.tmux.conf new -d",
    "socat - TCP:localhost:80",
    "parallel echo ::: a b",
  ])("does nothing harmful with %s", (command) => {
    expect(harmOf(readShell(command, context))).toBe(false);
  });
});

describe("a program that starts another", () => {
  it.each([
    "choom -n 0 sh k.txt",
    "systemd-inhibit sh k.txt",
    "systemd-inhibit --what=idle rm -rf ~",
    "dtach -n s sh k.txt",
    "abduco -n s sh k.txt",
    "daemonize /bin/sh k.txt",
    "cat k.txt | pee sh",
    "ls | ifne sh k.txt",
    "mispipe 'sh k.txt' cat",
    "unheard-of sh k.txt",
    "unheard-of --level 3 place /bin/bash k.txt",
    "cat k.txt | unheard-of sh",
  ])("is followed: %s", (command) => {
    const { effects } = readShell(command, context);
    expect(harmOf({ effects }) || effects.some(({ kind }) => kind === "delete")).toBe(true);
  });

  it.each([
    "choom -n 0 npm test",
    "unheard-of completion bash",
    "unheard-of bash completion",
    "brew install node python",
    "asdf install python 3.12",
    "unheard-of run node a.js",
  ])("does nothing harmful: %s", (command) => {
    expect(harmOf(readShell(command, context))).toBe(false);
  });
});
