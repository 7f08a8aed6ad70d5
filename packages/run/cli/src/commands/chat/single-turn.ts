import type { AgentOutcome } from "@helve/agent";
import { exitCodes, type Io, UsageError } from "../../io.ts";
import type { ChatHost } from "./chat-host.ts";
import { createScreen } from "./screen.ts";
import { eventView } from "./show-event.ts";
import { toolNames } from "./tool-names.ts";

/**
 * Runs one turn without a terminal: the answer goes to standard output, everything else to standard error. What rules would ask a person is
 * denied.
 *
 * @param prompt - by default standard input; nothing if the chat has to go on where it was interrupted
 */
export async function singleTurn(prompt: string | undefined, host: ChatHost, io: Io): Promise<number> {
  const { session, packages } = host;
  const input = prompt ?? (session.conversation.isOpen ? undefined : await io.stdin());
  if (input?.trim() === "") throw new UsageError("expected PROMPT, or a text on standard input");
  const screen = createScreen({ out: io.out, notes: io.err, colors: false });
  host.warn = (message) => screen.notice("!", message);
  host.warnings.forEach(host.warn);
  const view = eventView({ screen, colors: false, toolName: toolNames(host), packages });
  const outcome = await session.turn(input, { signal: io.signal, onEvent: view.show });
  if (host.failure !== undefined) throw host.failure;
  return exitCodeOf(outcome);
}

/** Returns the exit code for how the agent ended. */
function exitCodeOf({ status }: AgentOutcome): number {
  if (status === "finished") return exitCodes.fine;
  if (status === "aborted") return exitCodes.interrupted;
  return status === "failed" ? exitCodes.usage : exitCodes.findings;
}
