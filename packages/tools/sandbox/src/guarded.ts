import type { Guard } from "@helve/core";
import { asRun, commandArgs, commandText, copyOf, textOf } from "./guarded/guarded-command.ts";
import { GuardedOperations, type GuardedOptions } from "./guarded/guarded-operations.ts";
import type { Sandbox } from "./sandbox.ts";
import { checkContents } from "./validate.ts";

/**
 * Puts rules in front of a sandbox: the guard decides about each command and each access to a file before it happens, as if a model had called
 * a tool. The presets of `@helve/predicates` know these tools:
 *
 * - A command is `Terminal.Execute`: `command` is its text as a shell would read it, `user` the user if the caller gave one.
 * - An access to a file is `Files.Read`, `Files.Write`, `Files.List` or `Files.Delete`: `path` is as the caller wrote it. `Files.Write` also has
 *   `content`, and `Files.Delete` may have `recursive`.
 *
 * `stat`, `connection`, `snapshot` and `restore` are not guarded. A guard that decides after a command can withhold its result, but not its
 * output: `onOutput` and the streams of `spawn` have passed it on by then.
 *
 * Decisions are made one after the other, so that rules that look back see every earlier operation. An operation that the guard stops rejects
 * with a `SandboxError` of the kind `denied`, and so does one that needs an answer of a person and gets none. If the guard replaces an operation
 * by another one of the same name, the other one happens.
 *
 * Source: AgentSpec Algorithm 1, for what runs inside of tools.
 *
 * @param guard - an `Engine` of `@helve/enforcer`, or a guard of one's own
 *
 * @example
 * const safe = guarded(await localSandbox(), new Engine(program, { predicates: predicates({ languages: { shell } }) }));
 * await safe.exec(["rm", "-rf", "/"]); // SandboxError: denied
 */
export function guarded(sandbox: Sandbox, guard: Guard, options: GuardedOptions = {}): Sandbox {
  const { kind, description, workingDirectory, capabilities } = sandbox;
  const operations = new GuardedOperations(guard, options, { workingDirectory });
  return {
    kind,
    description,
    workingDirectory,
    capabilities,
    get ports() {
      return sandbox.ports;
    },

    async exec(argv, options = {}) {
      const copied = copyOf(argv, options);
      const command = commandText(copied.argv, copied.options, copied.options.input);
      return operations.perform("Terminal.Execute", commandArgs(command, options), options.signal, {
        run: (args) => sandbox.exec(...asRun(args, command, copied)),
        text: ({ stdout, stderr }) => stdout + stderr,
        failed: ({ success }) => !success,
      });
    },

    async spawn(argv, options = {}) {
      const copied = copyOf(argv, options);
      const command = commandText(copied.argv, copied.options, undefined);
      return operations.perform("Terminal.Execute", commandArgs(command, options), options.signal, {
        run: (args) => sandbox.spawn(...asRun(args, command, copied)),
        text: () => "",
      });
    },

    readFile: (path, options = {}) =>
      operations.perform("Files.Read", { path }, options.signal, {
        run: (args) => sandbox.readFile(textOf(args, "path"), options),
        text: (contents) => contents,
      }),

    readBytes: (path, options = {}) =>
      operations.perform("Files.Read", { path }, options.signal, {
        run: (args) => sandbox.readBytes(textOf(args, "path"), options),
        text: (bytes) => new TextDecoder().decode(bytes),
      }),

    async writeFile(path, contents, options = {}) {
      checkContents("The contents of a file", contents);
      const copied = typeof contents === "string" ? contents : contents.slice();
      const content = typeof copied === "string" ? copied : new TextDecoder().decode(copied);
      return operations.perform("Files.Write", { path, content }, options.signal, {
        run: (args) => {
          const written = textOf(args, "content");
          return sandbox.writeFile(textOf(args, "path"), written === content ? copied : written, options);
        },
        text: () => "",
      });
    },

    list: (path, options = {}) =>
      operations.perform("Files.List", { path }, options.signal, {
        run: (args) => sandbox.list(textOf(args, "path"), options),
        text: (entries) => entries.map(({ name }) => name).join("\n"),
      }),

    remove(path, options = {}) {
      const args = options.recursive === true ? { path, recursive: true } : { path };
      return operations.perform("Files.Delete", args, options.signal, {
        run: (args) => sandbox.remove(textOf(args, "path"), { ...options, recursive: args["recursive"] === true }),
        text: () => "",
      });
    },

    stat: (path, options) => sandbox.stat(path, options),
    connection: (options) => sandbox.connection(options),
    snapshot: () => sandbox.snapshot(),
    restore: (snapshot) => sandbox.restore(snapshot),
    close: () => sandbox.close(),
    [Symbol.asyncDispose]: () => sandbox.close(),
  };
}
