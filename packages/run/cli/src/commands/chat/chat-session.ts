/** Runs the session of a chat, and writes each action to its transcript before it runs. */
import { randomUUID } from "node:crypto";
import type { AgentEvent, AgentOutcome, AgentRun, Message, Model, PendingRun, ResumeOptions } from "@helve/agent";
import type { ActionExecutor } from "@helve/executor";
import type { Sandbox } from "@helve/sandbox";
import { UsageError } from "../../io.ts";
import type { ChatPackages } from "./chat-packages.ts";
import { Conversation } from "./conversation.ts";
import type { Transcript } from "./transcript.ts";
import type { TranscriptEntry } from "./transcript-entry.ts";

/** A chat whose transcript is written while it runs. */
export interface ChatSession {
  readonly conversation: Conversation;
  /** Writes an entry, and what follows from it. @throws Error if it can't be written */
  record(entry: TranscriptEntry): void;
  /** A note for the model, sent before the next input. */
  note: string | undefined;
  /**
   * Lets the model answer an input, or continue the unfinished turn of the last process.
   *
   * @throws what a function of the host throws
   */
  turn(input: string | undefined, options: TurnOptions): Promise<AgentOutcome>;
}

/** Options of a turn. */
interface TurnOptions {
  readonly signal: AbortSignal;
  readonly onEvent: (event: AgentEvent) => void;
}

/** The model, tools and limits of a chat. */
export interface ChatSetup {
  readonly packages: ChatPackages;
  readonly model: Model;
  readonly executor: ActionExecutor;
  readonly sandbox: Sandbox | undefined;
  readonly system: string;
  readonly maxSteps: number | undefined;
  /** The cost limit of the whole chat. */
  readonly cost: number | undefined;
}

/** Rebuilds a conversation from its transcript, including calls that were interrupted. @throws UsageError if an entry is damaged */
export function restoreConversation(transcript: Transcript, { executor }: ChatPackages): Conversation {
  const conversation = new Conversation(executor.toStep);
  for (const [index, entry] of transcript.entries.entries()) {
    const issues = entry.type === "return" ? executor.readActionReturn(entry.actionReturn).issues : [];
    if (issues.length > 0) {
      const problems = issues.map(({ message }) => message).join("; ");
      throw new UsageError(`the chat ${transcript.path} can't be read: line ${index + 1}: ${problems}`);
    }
    conversation.apply(entry);
  }
  for (const action of conversation.running) {
    const entry: TranscriptEntry = { type: "lost", action, at: Date.now() };
    transcript.append(entry);
    conversation.apply(entry);
  }
  return conversation;
}

/** Creates the session of a chat. Its executor must record actions by {@link recordActions}. */
export function chatSession(conversation: Conversation, transcript: Transcript, setup: ChatSetup): ChatSession {
  const { packages, model, executor, sandbox, system, maxSteps, cost } = setup;
  const { generateLoop, resume, systemMessage, trimMessages } = packages.agent;

  const record = (entry: TranscriptEntry): void => {
    transcript.append(entry);
    conversation.apply(entry);
  };
  const recordMessages = (messages: readonly Message[]): void => {
    record({ type: "messages", messages: messages.filter(({ role }) => role !== "system") });
  };
  const withSystem = (messages: readonly Message[]): readonly Message[] => [systemMessage(system), ...messages];

  const start = (signal: AbortSignal): AgentRun => {
    const { pending, messages, prompt, trajectory } = conversation;
    const options: ResumeOptions = {
      model,
      executor,
      session: { prompt, trajectory, sandboxes: sandbox ? { sandbox: async () => sandbox } : undefined },
      signal,
      limits: {
        steps: maxSteps,
        cost: cost === undefined ? undefined : Math.max(cost - conversation.cost, Number.MIN_VALUE),
      },
      // Only when the model says that the conversation is too long.
      compaction: {
        tokens: Number.POSITIVE_INFINITY,
        compact: (before, context) => {
          const after = trimMessages(before, context);
          if (after !== before) recordMessages(after);
          return after;
        },
      },
    };
    if (pending === undefined) return generateLoop(withSystem(messages), options);
    const notes = session.note === undefined ? [] : [packages.agent.userMessage(session.note)];
    session.note = undefined;
    const run: PendingRun = {
      version: 1,
      id: randomUUID(),
      session: randomUUID(),
      kind: "loop",
      notes,
      prompt,
      trajectory,
      toolChoice: "auto",
      messages: withSystem(pending.messages),
      turn: pending.turn,
      usage: packages.agent.noUsage,
      cost: 0,
      steps: 0,
      calls: 0,
      attempts: 0,
      elapsed: 0,
    };
    return resume(run, {}, options);
  };

  const session: ChatSession = {
    conversation,
    record,
    note: undefined,
    turn: async (input, { signal, onEvent }) => {
      if (input !== undefined) {
        const note = [conversation.isInterrupted ? interruption : undefined, session.note].filter(Boolean).join("\n");
        session.note = undefined;
        record({ type: "input", text: input, note: note !== "" ? note : undefined });
      }
      let written = "";
      for await (const event of start(signal)) {
        if (event.type === "text") written += event.delta;
        if (event.type === "retry") written = "";
        if (event.type === "message") {
          written = "";
          record({ type: "message", message: event.message });
        }
        if (event.type === "usage") record({ type: "usage", usage: event.usage, cost: event.cost });
        if (event.type === "end") recordEnd(event.outcome, written);
        onEvent(event);
        if (event.type === "end") return event.outcome;
      }
      throw new TypeError("the turn ended without an outcome");
    },
  };
  const recordEnd = (outcome: AgentOutcome, written: string): void => {
    const messages = outcome.messages.filter(({ role }) => role !== "system");
    if (JSON.stringify(messages) !== JSON.stringify(conversation.messages)) recordMessages(messages);
    if (outcome.status === "aborted" && written !== "") {
      record({ type: "message", message: { role: "assistant", parts: [{ type: "text", content: written }] } });
    }
    record({ type: "end", status: outcome.status });
  };
  return session;
}

const interruption = "(The user has interrupted your last turn.)";

/**
 * Records each action before it runs, and each call when it has ended. An action that can't be recorded does not run.
 *
 * @param record - writes an entry
 * @param onFailure - called when the end of a call can't be recorded
 */
export function recordActions(
  executor: ActionExecutor,
  record: (entry: TranscriptEntry) => void,
  onFailure: (error: unknown) => void,
): void {
  executor.use(async (action, next) => {
    record({ type: "start", action });
    return next();
  });
  executor.on("action:end", ({ actionReturn }) => {
    try {
      record({ type: "return", actionReturn });
    } catch (error) {
      onFailure(error);
    }
  });
}
