import type { Effect } from "@helve/effects";

/**
 * Returns a safer alternative, by which less is lost, as a person would advise it: `git stash keeps uncommitted changes`.
 *
 * @returns `undefined` if no such way is known
 */
export function saferWay(effect: Exclude<Effect, { kind: "anything" }>): string | undefined {
  const program = effect.by.split("/").at(-1) ?? "";
  switch (effect.kind) {
    case "destroy":
      return program === "git" ? "git stash keeps uncommitted changes" : undefined;
    case "discard":
      return program === "git" ? gitWays.get(effect.what) : trials.get(program);
    case "delete":
      return trials.get(program) ?? "what is moved away, or to the trash, can be brought back";
    case "remote":
      return effect.change === "publish" ? publishTrials.get(program) : trials.get(program);
    case "database":
      return effect.all ? "a backup before it, or a transaction that can be rolled back, keeps the data" : undefined;
    case "execute":
      return effect.from.some(({ kind }) => kind === "network")
        ? "download it, read it, and run it from the file"
        : undefined;
    default:
      return undefined;
  }
}

/** Ways to keep the data that a git command discards, by the kind of data. */
const gitWays: ReadonlyMap<string, string> = new Map([
  ["commits of a remote branch", "git push --force-with-lease fails if others have pushed"],
  ["commits and changes", "git stash keeps changes, and a branch keeps commits"],
  ["commits of a branch", "git branch -d fails if the commits are nowhere else"],
  ["stashed work", "git stash branch keeps it"],
]);

/** The dry runs of programs that delete files, by program. */
const trials: ReadonlyMap<string, string> = shownBy("would be deleted", {
  git: "git clean --dry-run",
  rsync: "rsync --dry-run",
  find: "find without -delete",
  terraform: "terraform plan -destroy",
  tofu: "tofu plan -destroy",
  pulumi: "pulumi preview",
  kubectl: "kubectl delete --dry-run=server",
  helm: "helm uninstall --dry-run",
});

/** The dry runs of programs that publish packages, by program. */
const publishTrials: ReadonlyMap<string, string> = shownBy("would be published", {
  npm: "npm publish --dry-run",
  pnpm: "pnpm publish --dry-run",
  cargo: "cargo publish --dry-run",
});

/** Maps programs to a command that shows what they would do. */
function shownBy(what: string, commands: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(commands).map(([program, command]) => [program, `${command} shows what ${what}`]));
}
