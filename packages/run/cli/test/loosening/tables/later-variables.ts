// Variables `<variable>` that programs of a later time get, and programs that a later start finds by the name `<program>`.

export const laterVariables: readonly string[] = [
  "tmux set-environment <variable> /tmp/x",
  "tmux setenv -g <variable> /tmp/x",
  "tmux set-environment -t dev <variable> /tmp/x",
  "screen -X setenv <variable> /tmp/x",
  "launchctl setenv <variable> /tmp/x",
  "systemctl --user set-environment <variable>=/tmp/x",
  "echo '<variable>=/tmp/x' >> $GITHUB_ENV",
  "echo 'export <variable>=/tmp/x' >> $CLAUDE_ENV_FILE",
  "printf '%s\\n' <variable>=/tmp/x >> \"$BASH_ENV\"",
];

export const decidingVariables: readonly string[] = [
  "NODE_OPTIONS",
  "PATH",
  "HOME",
  "CLAUDE_CONFIG_DIR",
  "LD_PRELOAD",
  "PERL5OPT",
];

export const replacements: readonly string[] = [
  "cp x ~/bin/<program>",
  "ln -s /tmp/x ~/.npm-global/bin/<program>",
  "echo 'exit 0' > ~/bin/<program>",
  "install -m 755 x ~/.cargo/bin/<program>",
  "mv x ~/.bun/bin/<program>",
  "printf 'exit 0' | tee /opt/x/<program>",
  "cp x node_modules/.bin/<program>",
];

export const guardedPrograms: readonly string[] = ["helve", "node", "claude", "codex", "gemini", "opencode"];

/** Commands that choose the version of Node for later programs. */
export const versionChoices: readonly string[] = [
  "nvm alias default 22",
  ". ~/.nvm/nvm.sh && nvm alias default 18",
  "fnm default 20",
  "n 18",
  "volta pin node@18",
  "nodenv global 18",
  "asdf global nodejs 18",
  "mise use -g node@18",
];
