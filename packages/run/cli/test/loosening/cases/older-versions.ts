import type { Case, Step } from "../case.ts";

/** A repository whose branch `old` has settings that switch hooks off; those of `main` and `side` are equal. */
const repository = [
  "git init -q -b main; git config user.email ada@example.com; git config user.name Ada",
  "echo .claude/settings.local.json > .gitignore",
  `echo '{"disableAllHooks": true}' > .claude/settings.json; git add -A; git commit -qm old; git branch old`,
  `echo '{"permissions": {}}' > .claude/settings.json; git commit -qam new`,
  "git checkout -qb side; echo 1 > side.txt; git add -A; git commit -qm side",
  "git checkout -q main; echo 1 > main.txt; git add -A; git commit -qm main",
].join("\n");
const modified = `${repository}\necho '{"permissions": {"deny": []}}' > .claude/settings.json`;

const inRepository =
  (before: string, expected: Case["expected"]) =>
  (command: string | Step): Case => ({ name: "in a repository", before, expected, steps: [command] });

/** Versions of protected files that git brings back, or takes away. */
export const olderVersions: readonly Case[] = [
  ...[
    "git checkout old",
    "git checkout -q HEAD~2",
    "git checkout -b feature old",
    "git switch --detach old",
    "git -C src checkout old",
    "cd src; git checkout old",
    "git reset --keep old",
    "git rebase --onto old main side",
    "git cherry-pick old",
    "git revert HEAD~1",
    "git bisect start HEAD old",
    "git stash -a",
    "git tag t old && git checkout t",
    "git update-ref HEAD old; git stash",
    "sh -c 'git checkout old'",
    { tool: "mcp__git__git_checkout", args: { repo_path: "{project}", branch_name: "old" } },
    { tool: "mcp__git__git_reset", args: { repo_path: "{project}", mode: "hard", target: "old" } },
    { tool: "mcp__vcs__cherry_pick", args: { path: "{project}", commit: "old" } },
    { tool: "mcp__repo__revert", args: { cwd: "{project}", ref: "HEAD~1" } },
  ].map(inRepository(repository, "ask")),
  ...["git stash", "cd src && git stash push"].map(inRepository(modified, "ask")),
  ...["git stash pop", "git stash apply stash@{0}"].map(inRepository(`${modified}; git stash -q`, "ask")),
];

/** Similar harmless calls. */
export const sameVersions: readonly Case[] = [
  ...[
    "git checkout side",
    "git checkout -b feature",
    "git merge side",
    "git rebase side",
    "git cherry-pick side",
    "git stash && git stash list",
    "git checkout src/a.ts && git pull",
  ].map(inRepository(repository, "silent")),
  inRepository(`${repository}; echo 2 > main.txt; git stash -q`, "silent")("git stash pop"),
];
