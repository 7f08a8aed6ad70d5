// Stands in for `src/person.ts` where the command line runs in the process of a test.

import { AsyncLocalStorage } from "node:async_hooks";
import { UsageError } from "../src/io.ts";
import type { PersonQuestion } from "../src/person.ts";

/** The person who is asked by what runs within. */
export const atTerminal: AsyncLocalStorage<{
  /** The answer; `undefined` if there is no terminal. */
  readonly confirms: boolean | undefined;
  show(text: string): void;
}> = new AsyncLocalStorage();

/** Answers as the person does. */
export async function askPerson({ details = "", question }: PersonQuestion): Promise<boolean> {
  const { confirms, show } = atTerminal.getStore() ?? { confirms: undefined, show: () => undefined };
  if (confirms === undefined) throw new UsageError("a person has to confirm at a terminal");
  show(`${details}${question}\n`);
  return confirms;
}
