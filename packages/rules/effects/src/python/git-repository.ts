/** Evaluates GitPython's `Repo` methods as git commands. */
import type { CallEntry } from "../engine/call-entry.ts";
import { callLibrary } from "../engine/call-library.ts";
import type { MethodCall } from "../engine/interpreter.ts";
import { exactText, isTrue, listValue, type PassedArgument, textValue, type Value } from "../engine/value.ts";

/** The type of a repository object of GitPython. */
export const repositoryType = "git.Repo";

const run: CallEntry = {
  calls: "git",
  parameters: "command directory",
  effects: [{ kind: "run", what: "process", argument: "command", directory: "directory" }],
};

/** The commands of git that methods of a repository and its parts run: `repo.delete_head("a")`. */
const commands: ReadonlyMap<string, readonly string[]> = new Map([
  ["delete_head", ["branch", "-D"]],
  ["delete_tag", ["tag", "-d"]],
  ["delete_remote", ["remote", "remove"]],
  ["create_remote", ["remote", "add"]],
  ["set_url", ["remote", "set-url", "origin"]],
  ["push", ["push", "origin"]],
  ["pull", ["pull", "origin"]],
  ["fetch", ["fetch"]],
]);

/**
 * Emits what a method of a repository does: `repo.git.reset("--hard")` runs `git reset --hard`. Parts of the repository, such
 * as the result of `repo.remote()`, are read as the repository itself.
 *
 * @param call - its name is what follows the object: `git.reset`, `remotes.origin.push`, `delete_head`
 */
export function callRepository(call: MethodCall): Value {
  const { name, self, passed } = call;
  const command = commandOf(name, passed);
  if (command !== undefined) {
    const [repository] = self.alternatives;
    const directory = repository?.kind === "object" ? repository.fields.get("path") : undefined;
    const words = listValue([textValue("git"), ...command], null);
    const result = callLibrary(run, {
      ...call,
      name: `Repo.${name}`,
      self: null,
      passed: [words, ...(directory === undefined ? [] : [directory])].map((value) => ({ name: null, value })),
    });
    if (name.startsWith("git.")) return result;
  }
  return self;
}

/** The words of the command after `git`; `undefined` if the method runs none that matters. */
function commandOf(name: string, passed: readonly PassedArgument[]): readonly Value[] | undefined {
  const last = name.slice(name.lastIndexOf(".") + 1);
  const words = passed.flatMap(argumentWords);
  if (name.startsWith("git.")) return [textValue(last.replaceAll("_", "-")), ...words];
  if (/(^|\.)reset$/.test(name)) {
    const isHard = passed.some((each) => each.name === "working_tree" && isTrue(each.value));
    return isHard ? [textValue("reset"), textValue("--hard")] : undefined;
  }
  return commands.has(last) ? [...(commands.get(last) ?? []).map((word) => textValue(word)), ...words] : undefined;
}

/** An argument as words: `force=True` is `--force`, `n=True` is `-n`, `m="x"` is `-m x`. */
function argumentWords({ name, value }: PassedArgument): readonly Value[] {
  if (name === null || name === "*") return name === null ? listItems(value) : [value];
  if (isFalse(value)) return [];
  const option = textValue(name.length === 1 ? `-${name}` : `--${name.replaceAll("_", "-")}`);
  return isTrue(value) || exactText(value) === undefined ? [option] : [option, value];
}

/** Returns the items of a list, or the value itself. */
function listItems(value: Value): readonly Value[] {
  const [only] = value.alternatives;
  return only?.kind === "list" && only.more === null ? only.items : [value];
}

function isFalse(value: Value): boolean {
  return value.alternatives.some(
    (each) => each.kind === "constant" && (each.constant === false || each.constant === null),
  );
}
