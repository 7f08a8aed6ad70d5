import type { ActionExecutor, Session } from "@helve/executor";
import type { DurableSessionOptions } from "./durable-agent.ts";
import type { DurableBackend } from "./durable-backend.ts";
import { RunJournal } from "./run-journal.ts";

/**
 * Executes calls in a workflow of your own: each call of a session is a step that is recorded, and runs at most once. Its guards see the steps
 * of the whole workflow, also those before a process ended.
 *
 * @example
 * const durable = durableExecutor({ executor, backend });
 * const closeBooks = DBOS.registerWorkflow(async (month: string) => {
 *   const session = durable.session({ prompt: `Close ${month}.` });
 *   const { status } = await session.execute({ id: "report", name: "Books.Report", arguments: { month } });
 *   return status;
 * });
 */
export function durableExecutor({ executor, backend }: DurableExecutorOptions): DurableExecutor {
  return {
    session({ name, ...options } = {}) {
      const workflow = backend.current();
      if (workflow === undefined) throw new TypeError("a durable session begins in a workflow, and this is none");
      const { id, journal, signal } = workflow;
      const session = name === undefined ? id : `${id}/${name}`;
      return executor.session({
        ...options,
        id: session,
        journal: new RunJournal(journal),
        ledger: backend.ledger,
        signal,
      });
    },
  };
}

/** Options of {@link durableExecutor}. */
export interface DurableExecutorOptions {
  readonly executor: ActionExecutor;
  readonly backend: DurableBackend;
}

/** Executes calls in workflows. */
export interface DurableExecutor {
  /**
   * Begins the session of the workflow that is running. Its id is the id of the workflow's run.
   *
   * @param options.name - tells several sessions of one workflow apart
   * @throws TypeError outside of a workflow
   */
  session(
    options?: DurableSessionOptions & { readonly name?: string | undefined },
  ): Pick<
    Session,
    "id" | "execute" | "executeAll" | "resume" | "trajectory" | "inFlight" | "snapshot" | "step" | "guardContext"
  >;
}
