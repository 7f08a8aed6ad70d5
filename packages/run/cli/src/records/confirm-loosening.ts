import { stateFolder } from "@helve/hooks/node";
import { type Io, UsageError } from "../io.ts";
import { isUnattended } from "./unattended.ts";

/**
 * Asks the person at the terminal whether Helve may be loosened: switched off, or made to allow more. `yes` stands for a person only in an environment that was set up with
 * `--unattended`.
 *
 * @throws UsageError if there is no terminal, or `yes` does not count here
 */
export async function confirmLoosening(
  question: string,
  { details = "", yes }: Confirmation,
  io: Pick<Io, "home" | "environment" | "out">,
): Promise<boolean> {
  if (yes !== true) return (await import("../person.ts")).askPerson({ details, question });
  const { home, environment, out } = io;
  if (!isUnattended(stateFolder(home, environment), home)) throw new UsageError(yesAlone);
  out(details);
  return true;
}

/** The text that a person sees before they confirm a change that loosens Helve, and whether `--yes` was passed. */
export interface Confirmation {
  /** Text shown before the question. */
  readonly details?: string;
  /** The option `--yes`. */
  readonly yes?: boolean | undefined;
}

const yesAlone =
  "--yes does not stand for a person here, because this loosens Helve: run the command at a terminal without --yes. " +
  "An environment without a person, such as an image, allows it by its first command of Helve: helve hook install CLIENT --yes --unattended";
