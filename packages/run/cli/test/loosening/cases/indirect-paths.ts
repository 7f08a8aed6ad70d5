import { type Case, commands } from "../case.ts";

const settings = "~/.claude/settings.json";
const signIns = "~/.local/state/helve/mcp/sign-ins.json";
const settingsInCode = "process.env.HOME+'/.cla'+'ude/settings.json'";

/** Programs that get a protected file by a variable or a default, answer a question, or hold back a client. */
export const indirectPaths: readonly Case[] = [
  ...commands("ask", [
    // Functions of a library are taken from a list of them, or code is run by a module or a prompt.
    `node -e "Object.entries(require('fs')).find(([k])=>k=='rmSync')[1](${settingsInCode})"`,
    `node -e "Object.values(require('fs'))[7](${settingsInCode})"`,
    `node -e "new module.constructor()._compile(process.argv[1],'/x')" x`,
    `echo "require('fs').rmSync(${settingsInCode})" | node -e "require('repl').start()"`,
    // Programs whose words are modeled write to files that variables name.
    `GIT_TRACE=${settings} git status`,
    `export GIT_TRACE=${settings}; git status`,
    `GIT_INDEX_FILE=${settings} git add README.md`,
    `LESSHISTFILE=${settings} less x`,
    `LD_DEBUG=files LD_DEBUG_OUTPUT=${settings} ls`,
    `ASAN_OPTIONS=log_path=$HOME/.claude/settings.json ./a.out`,
    // Sign-ins are found by wildcards, and as operands that no row has.
    "cat ~/.local/state/*/mcp/s*",
    "for f in ~/.local/state/*; do cat $f/mcp/sign-ins.json; done",
    `git commit -F ${signIns}`,
    `git blame --contents ${signIns} README.md`,
    `jq -n --slurpfile a ${signIns} '$a'`,
    `. ${signIns}`,
    // Typed keys that answer a question about a call.
    "tmux send-keys -t 0 y Enter",
    "(sleep 9; tmux send-keys -t 0 Enter) &",
    "tmux send-keys -t 0 Down Enter",
    "tmux pipe-pane -I 'echo y'",
    String.raw`screen -X stuff 'y\n'`,
    "dotool <<< 'key enter'",
    `python3 -c "import fcntl, termios; fcntl.ioctl(0, termios.TIOCSTI, b'y')"`,
    `perl -e 'ioctl(STDIN, 0x5412, "y")'`,
    // A client that may not start a process starts no hook.
    "prlimit --pid=$PPID --nproc=1",
    "prlimit --nproc=1 -p$PPID",
    "cpulimit -p $PPID -l 1",
    // Code in the default variable of Perl, and modules of Node by the constructor of a module.
    `perl -e '$_="tztufn(1)"; y/b-z/a-y/; eval'`,
    "perl -ne eval README.md",
    `perl -e 'unlink for glob("$ENV{HOME}/.claude/*")'`,
    `node -e "require.main.constructor._load('fs').rmSync(${settingsInCode})"`,
    `node -e "module.constructor.createRequire('/')('fs').rmSync(${settingsInCode})"`,
  ]),
  ...commands("silent", [
    "GIT_TRACE=1 git status",
    "XDG_CONFIG_HOME=$HOME/.config git status",
    `S=${settings}; jq . $S`,
    "tmux send-keys -t dev 'npm test' Enter",
    "tmux send-keys -t dev C-c",
    "prlimit --nofile=100 ls",
    "gdb ./a.out -batch",
    "perl -e 'eval { print 1 }; warn $@ if $@'",
    `node -e "console.log(require.main === module)"`,
  ]),
];
