import { bash, type Case, commands, write } from "../case.ts";
import { versionChoices } from "../tables/later-variables.ts";
import { actingCode } from "../tables/process-programs.ts";

const inTmux = { TMUX: "/tmp/tmux-1000/default,1,0" };

/** Processes, terminals, and variables around the client. */
export const surroundings: readonly Case[] = [
  // Variables that code changes for the client that it starts.
  ...[
    `perl -e '$_ = "/x" for $ENV{HOME}; system("claude -p hi")'`,
    `perl -e '$ENV{HOME} =~ s/a/b/; system("claude -p hi")'`,
    `perl -e '($ENV{HOME}, $b) = ("/x", 1); system("claude -p hi")'`,
    `perl -e '\${"ENV"}{HOME} = "/x"; system("claude -p hi")'`,
    `ruby -e 'e = ENV; e["HOME"] = "/x"; system("claude -p hi")'`,
    `ruby -e 'ENV.tap { |e| e["HOME"] = "/x" }; system("claude -p hi")'`,
    `ruby -e 'system("claude -p hi", unsetenv_others: true)'`,
    `ruby -e 'system("claude -p hi", chdir: "/")'`,
    `awk 'BEGIN { ENVIRON["HOME"] = "/x"; system("claude -p hi") }'`,
  ].map((command): Case => ({ expected: "ask", steps: [command] })),
  ...[`perl -e 'print $ENV{HOME}; system("claude -p hi")'`, `ruby -e 'puts ENV["HOME"]; system("claude -p hi")'`].map(
    (command): Case => ({ expected: "silent", steps: [command] }),
  ),
  ...commands("ask", [...actingCode, ...versionChoices]),
  // At the terminal of the client, the end of a line answers its question.
  ...["tmux send-keys ls Enter", "tmux send-keys -t dev 'npm test' Enter", String.raw`screen -X stuff 'ls\n'`].map(
    (command): Case => ({ expected: "ask", steps: [command], environment: inTmux }),
  ),
  { expected: "silent", steps: ["tmux send-keys -t dev 'npm test' Enter"] },
  {
    name: "a terminal of the session",
    expected: "silent",
    steps: [bash("tmux new-session -d -s dev"), bash("tmux send-keys -t dev 'npm test' Enter")],
    environment: inTmux,
  },
  {
    name: "a terminal that may be another one",
    expected: "ask",
    steps: [bash("tmux new-session -d -s dev; tmux rename-session b"), bash("tmux send-keys -t dev 'ls' Enter")],
    environment: inTmux,
  },
  {
    name: "a folder of programs for later steps",
    expected: "ask",
    steps: [bash("mkdir x && echo 'exit 0' > x/helve"), bash("echo $PWD/x >> $GITHUB_PATH")],
  },
  {
    name: "a readable script in a folder that is not known",
    expected: "silent",
    steps: [write("build.sh", "npm run build\n"), `cd "$(git rev-parse --show-toplevel)" && sh build.sh`],
  },
  {
    name: "a makefile with a known shell, and subscripts with harmless commands",
    expected: "silent",
    steps: [
      write("Makefile", "SHELL := /bin/bash\nall:\n\techo 1\n"),
      "make all",
      write("x.sh", "declare -A m\nm[$(basename a)]=1\necho ${m[$(date +%s)]}\n"),
      "bash x.sh",
    ],
  },
  ...commands("silent", [
    "echo VERSION=1 >> $GITHUB_ENV",
    "echo v=1 >> $GITHUB_OUTPUT",
    "echo $PWD/bin >> $GITHUB_PATH",
    "tmux set-environment EDITOR vim",
    "nvm ls",
    "ps -p $PPID",
    "cd ~ && npm ls -g",
    "npx serve dist",
    "python3 -m http.server 8000",
    "find . -type f | cpio -o > a.cpio",
    `python3 -c "import os; print(os.getppid())"`,
    "mkdir -p ~/src/node",
    "npm test > >(tee log.txt)",
    "for d in packages/*; do (cd $d && npm test); done",
    "cd $(git rev-parse --show-toplevel) && npm test",
    `cd "$HOME/src/$X" && ls`,
  ]),
];
