/** Settings of jobs that are repeated. */
export interface RepeatOptions {
  /** A cron pattern. */
  pattern?: string;
  /** Time zone. */
  tz?: string;
  /** When the job starts to be repeated. */
  startDate?: Date | string | number;
  endDate?: Date | string | number;
  /**
   * How often.
   * @type int32
   * @minimum 1
   */
  limit?: number;
  /** Milliseconds. */
  every?: number;
  immediately?: boolean;
}

/** The queues of BullMQ. */
export class Queue {
  /** Adds a job. */
  add(input: { name: string; data: unknown; repeat?: RepeatOptions; priority?: number }): string {
    return input.name;
  }

  /** Counts jobs. */
  counts(input: { states?: ("active" | "wait" | "failed")[] }): Record<string, number> {
    return Object.fromEntries((input.states ?? []).map((state) => [state, 0]));
  }
}
