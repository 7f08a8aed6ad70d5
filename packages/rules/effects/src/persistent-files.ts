/** The table of files that run code later, or that decide who has which rights. */
import type { PersistenceEffect, PrivilegeEffect } from "./effects.ts";
import type { FileFormat } from "./written-code/file-format.ts";

/**
 * The files that are run later or decide who has which rights. A row with `content` counts only for risky content: such files are
 * everyday work. To add a file, add its path to a row.
 */
export interface PersistentFiles {
  /** Absolute paths, paths beginning with `~/` (any home directory), or with `**` (anywhere), separated by spaces. */
  readonly paths: string;
  readonly means: WriteConsequence;
  /** The format of the content, if the content matters. */
  readonly content?: FileFormat;
}

/** The consequence of writing a file that is run later (a startup file) or decides who has which rights (`/etc/sudoers`). */
export type WriteConsequence =
  | Pick<PersistenceEffect, "kind" | "where" | "content">
  | Pick<PrivilegeEffect, "kind" | "user" | "grants">;

/** The rows of the table; a path may be in several. */
export const persistentFiles: readonly PersistentFiles[] = [
  runsFrom(
    "startup file",
    "~/.bashrc ~/.bash_profile ~/.bash_login ~/.bash_logout ~/.bash_aliases ~/.profile ~/.zshrc ~/.zshenv ~/.zprofile ~/.zlogin ~/.zlogout ~/.kshrc ~/.cshrc ~/.tcshrc ~/.login ~/.inputrc ~/.xinitrc ~/.xprofile ~/.xsession ~/.xsessionrc ~/.vimrc ~/.config/nvim/** ~/.config/fish/** ~/.config/autostart/** ~/.pam_environment ~/.config/environment.d/** ~/.pythonrc ~/.Rprofile ~/.emacs ~/.tmux.conf ~/.screenrc ~/.config/powershell/** ~/.oh-my-zsh/** ~/.exrc ~/.nvimrc ~/.gdbinit ~/.lldbinit ~/.psqlrc ~/.irbrc ~/.pryrc ~/.ipython/** ~/.jupyter/** ~/.config/tmux/** ~/.bash_completion ~/.config/bash/** ~/.config/zsh/** ~/.wgetrc ~/.curlrc ~/.config/pip/pip.conf ~/.pip/pip.conf ~/.config/direnv/** ~/Documents/PowerShell/** ~/Documents/WindowsPowerShell/** ~/.xsessionrc ~/.config/plasma-workspace/env/** ~/.config/hypr/** ~/.config/i3/**",
  ),
  runsFrom(
    "startup file",
    "/etc/profile /etc/profile.d/** /etc/bash.bashrc /etc/bashrc /etc/zsh/** /etc/zshrc /etc/zshenv /etc/environment /etc/rc.local /etc/inittab /etc/init.d/** /etc/rc.d/** /etc/rc?.d/** /etc/xdg/autostart/** /etc/ld.so.preload /etc/ld.so.conf /etc/ld.so.conf.d/** /etc/skel/** /etc/motd /etc/update-motd.d/** /etc/X11/Xsession.d/** /etc/fish/** /etc/csh.cshrc /etc/csh.login /etc/bash_completion.d/** /etc/vim/** /etc/gdb/** **/site-packages/*.pth **/dist-packages/*.pth **/.Rprofile **/.exrc **/.nvim.lua **/.nvimrc **/.gdbinit **/sitecustomize.py **/usercustomize.py",
  ),
  runsFrom(
    "schedule",
    "/etc/crontab /etc/cron.d/** /etc/cron.daily/** /etc/cron.hourly/** /etc/cron.weekly/** /etc/cron.monthly/** /etc/anacrontab /var/spool/cron/** /var/spool/at/** /etc/at.allow /etc/cron.allow",
  ),
  runsFrom(
    "service",
    "/etc/systemd/** /lib/systemd/** /usr/lib/systemd/** /usr/local/lib/systemd/** /run/systemd/system/** ~/.config/systemd/** ~/.local/share/systemd/** /Library/LaunchDaemons/** /Library/LaunchAgents/** /System/Library/LaunchDaemons/** ~/Library/LaunchAgents/** /etc/init/** /etc/supervisor/** /etc/xinetd.d/** /etc/inetd.conf /etc/udev/rules.d/** /etc/modules /etc/modules-load.d/** /etc/runit/** /etc/sv/** /etc/dbus-1/** /etc/logrotate.conf /etc/logrotate.d/** /etc/ppp/ip-up.d/**",
  ),
  runsFrom(
    "keys",
    "~/.ssh/authorized_keys ~/.ssh/authorized_keys2 ~/.ssh/rc ~/.ssh/environment ~/.ssh/config ~/.rhosts ~/.shosts /etc/ssh/** /etc/hosts.equiv",
  ),
  runsFrom(
    "hook",
    "**/.git/hooks/* .git/hooks/* **/.husky/** .husky/** ~/.gitconfig ~/.config/git/** /etc/gitconfig /etc/apt/apt.conf.d/** /etc/kernel/postinst.d/** /etc/network/if-up.d/** /etc/NetworkManager/dispatcher.d/** /usr/lib/git-core/** ~/.claude/** ~/.codex/** ~/.gemini/** ~/.cursor/** ~/.config/opencode/** **/.claude/settings.json **/.claude/settings.local.json **/.claude/hooks/** **/.mcp.json **/.cursor/mcp.json **/.cursor/hooks.json **/.vscode/mcp.json **/.codex/config.toml **/.codex/hooks.json **/.gemini/settings.json **/opencode.json **/opencode.jsonc **/.opencode/** **/.git/fsmonitor",
  ),
  // MCP servers of clients, and settings that an administrator has made for all users. `?` stands for a space.
  runsFrom(
    "hook",
    "~/.claude.json ~/.config/Claude/** ~/Library/Application?Support/Claude/** **/.roo/mcp.json **/.kilocode/mcp.json **/.amazonq/mcp.json **/.amazonq/cli-agents/** ~/.aws/amazonq/** ~/.codeium/** **/.continue/** ~/.config/zed/** ~/.vscode/extensions/** **/.vscode/extensions/** ~/.copilot/** ~/.config/goose/** /etc/claude-code/** /etc/codex/** /etc/gemini-cli/** /etc/opencode/** /Library/Application?Support/ClaudeCode/** /Library/Application?Support/GeminiCli/** /Library/Application?Support/opencode/**",
  ),
  {
    paths:
      "/etc/sudoers /etc/sudoers.d/** /etc/passwd /etc/shadow /etc/group /etc/gshadow /etc/passwd- /etc/shadow- /etc/pam.d/** /etc/security/** /etc/doas.conf /etc/polkit-1/** /etc/subuid /etc/subgid /usr/share/polkit-1/**",
    means: { kind: "privilege", user: null, grants: true },
  },
  runsFrom("hook", "**/package.json", "package manifest"),
  runsFrom(
    "hook",
    "**/Makefile **/makefile **/GNUmakefile **/justfile **/Justfile **/.justfile **/common.mk",
    "recipes",
  ),
  runsFrom("hook", "**/.envrc", "shell"),
  runsFrom("hook", "**/conftest.py **/setup.py **/noxfile.py **/manage.py **/fabfile.py **/tasks.py", "python"),
  runsFrom(
    "hook",
    "**/.claude/skills/** **/.claude/commands/** **/.claude/agents/** **/.claude/output-styles/** **/.claude/plugins/** **/.claude/rules/** **/.agents/** **/.codex/skills/** **/.codex/prompts/** **/.codex/agents/** **/.gemini/commands/** **/.gemini/skills/** **/.gemini/agents/** **/.github/prompts/** **/.github/agents/** **/.github/chatmodes/** **/.github/skills/** **/.cursor/commands/** **/.cursor/agents/** **/.cursor/skills/** **/.roo/commands/** **/.windsurf/workflows/** **/SKILL.md **/plugins/*/commands/** **/plugins/*/agents/** **/plugins/*/skills/**",
    "skill",
  ),
  runsFrom("hook", "**/skills/**/*.sh **/skills/**/*.bash", "shell"),
  runsFrom("hook", "**/skills/**/*.py", "python"),
  runsFrom("hook", "**/.*/skills/**/*.js **/.*/skills/**/*.?js", "javascript"),
  runsFrom("hook", "**/skills/**/*.ps1", "powershell"),
  runsFrom("hook", "**/.claude-plugin/*.json **/hooks/hooks.json **/.lsp.json", "editor"),
  runsFrom(
    "instructions",
    "**/CLAUDE.md **/CLAUDE.local.md **/AGENTS.md **/AGENTS.override.md **/GEMINI.md **/QWEN.md **/.github/copilot-instructions.md **/.github/instructions/** **/.cursor/rules/** **/.cursorrules **/.clinerules **/.clinerules/** **/.windsurfrules **/.windsurf/rules/** **/.roo/rules/** **/.goosehints",
    "instructions",
  ),
  runsFrom("hook", "**/.pnpmfile.cjs **/pnpmfile.cjs **/build.rs", "code"),
  runsFrom(
    "pipeline",
    "**/.github/workflows/* **/.github/actions/** **/.gitlab-ci.yml **/.gitlab-ci.yaml **/.circleci/config.yml **/azure-pipelines.yml **/bitbucket-pipelines.yml **/.travis.yml **/appveyor.yml **/.drone.yml **/.woodpecker.yml **/.woodpecker/* **/.buildkite/* **/cloudbuild.yaml **/buildspec.yml **/.forgejo/workflows/* **/.gitea/workflows/*",
    "yaml commands",
  ),
  runsFrom("pipeline", "**/Jenkinsfile", "code"),
  runsFrom(
    "hook",
    "**/.pre-commit-config.yaml **/lefthook.yml **/lefthook.yaml **/.lefthook.yml **/Taskfile.yml **/Taskfile.yaml **/docker-compose.yml **/docker-compose.yaml **/docker-compose.override.yml **/docker-compose.dev.yml **/docker-compose.prod.yml **/compose.yml **/compose.yaml **/compose.override.yaml **/tox.ini",
    "yaml commands",
  ),
  runsFrom(
    "hook",
    "**/devcontainer.json **/.devcontainer.json **/.vscode/tasks.json **/.vscode/settings.json **/.vscode/launch.json **/.idea/** **/.zed/*",
    "editor",
  ),
  runsFrom("settings", "**/.git/config **/.gitmodules", "git config"),
  runsFrom(
    "settings",
    "**/.npmrc **/.yarnrc **/.yarnrc.yml **/pip.conf **/pip.ini **/.pypirc **/uv.toml **/.cargo/config.toml **/.cargo/config **/.gemrc **/.bundle/config **/.condarc **/bunfig.toml **/NuGet.Config **/nuget.config **/pyproject.toml **/Pipfile **/.m2/settings.xml",
    "package settings",
  ),
  runsFrom(
    "settings",
    "**/package-lock.json **/npm-shrinkwrap.json **/yarn.lock **/pnpm-lock.yaml **/poetry.lock **/pdm.lock **/uv.lock **/Cargo.lock **/Gemfile.lock",
    "package lock",
  ),
  runsFrom(
    "settings",
    "**/requirements.txt **/requirements.in **/requirements-dev.txt **/requirements-test.txt **/dev-requirements.txt **/test-requirements.txt **/requirements_dev.txt **/constraints.txt **/Gemfile",
    "package list",
  ),
];

/** Creates a row of files that run later. */
function runsFrom(where: PersistenceEffect["where"], paths: string, content?: FileFormat): PersistentFiles {
  return { paths, means: { kind: "persist", where }, content };
}
