import type { ExecutionState } from "../execution-state.ts";
import { changedEnvironment } from "./environment.ts";
import type { Interpreter } from "./interpreter.ts";

/**
 * The state that the program leaves to later code; `undefined` if it changed nothing. The directory and the environment are those of
 * the process, which only code in the same process gets.
 */
export function stateAfter(interpreter: Interpreter): ExecutionState | undefined {
  const { writtenFiles, links, context, directory } = interpreter;
  const settings = new Map([...interpreter.settings.own, ...(interpreter.dialect.session?.names(interpreter) ?? [])]);
  const environment = changedEnvironment(interpreter);
  const isElsewhere = directory !== (context.directory === undefined ? "" : context.directory);
  const changes = writtenFiles.own.size + links.own.size + settings.size + environment.size;
  if (changes === 0 && !isElsewhere) return;
  return {
    directory: isElsewhere ? directory : undefined,
    environment: environment.size > 0 ? environment : undefined,
    files: writtenFiles.own.size > 0 ? new Map(writtenFiles.own) : undefined,
    links: links.own.size > 0 ? new Map(links.own) : undefined,
    settings: settings.size > 0 ? settings : undefined,
  };
}
