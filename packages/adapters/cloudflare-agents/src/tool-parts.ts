/** Finds tool calls in the messages of a conversation. */
import type { UIMessage } from "ai";

/** The calls in the messages. */
export function toolParts(messages: readonly UIMessage[]): readonly ToolPart[] {
  return messages.flatMap(
    ({ parts }) => (parts as readonly object[]).filter((part) => "toolCallId" in part) as ToolPart[],
  );
}

/** A call in a message, as the harness stores it. */
export interface ToolPart {
  readonly type: string;
  readonly toolCallId: string;
  /** The name of a dynamic tool; for other tools, `type` contains the name. */
  readonly toolName?: string;
  readonly state: string;
  readonly input?: unknown;
  readonly approval?: { readonly id: string; readonly approved?: boolean; readonly reason?: string };
}

/** The name of a part's tool. */
export function toolNameOf({ type, toolName }: ToolPart): string {
  return toolName ?? type.slice("tool-".length);
}
