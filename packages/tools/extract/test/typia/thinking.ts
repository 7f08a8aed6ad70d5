export interface ThoughtData {
  /** The current step. */
  thought: string;
  /**
   * The number of the thought.
   * @minimum 1
   */
  thoughtNumber: number;
  /** @minimum 1 */
  totalThoughts: number;
  isRevision?: boolean;
  revisesThought?: number;
  branchFromThought?: number;
  branchId?: string;
  needsMoreThoughts?: boolean;
  nextThoughtNeeded: boolean;
}

interface Session {
  sessionId?: string;
}

/** The server for sequential thinking of the Model Context Protocol. */
export class Thinking {
  /** Records one thought of a chain. */
  processThought(input: ThoughtData & Session): { content: { type: "text"; text: string }[]; isError?: boolean } {
    return { content: [{ type: "text", text: input.thought }] };
  }

  /** Lists thoughts. */
  history(input: { limit?: number; branches?: Record<string, ThoughtData[]> }): ThoughtData[] {
    return Object.values(input.branches ?? {})
      .flat()
      .slice(0, input.limit);
  }
}
