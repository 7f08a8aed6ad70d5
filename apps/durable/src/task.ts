/** The payments of a run, which the model, the person who answers and the report know. */

/** The task of a run, the text that its user writes. */
export interface Task {
  readonly run: number;
  readonly calls: number;
}

/** A payment: the arguments of a call. */
export interface Payment {
  readonly to: string;
  readonly amount: number;
  /** What was paid in earlier messages. */
  readonly atLeast: number;
  /** The same, with the other calls of the message. */
  readonly atMost: number;
}

/** The payments of each message. Four are made at a time; the large one in the middle, for which a person is asked, is alone. */
export function turnsOf({ run, calls }: Task): readonly (readonly Payment[])[] {
  const middle = Math.floor(calls / 2);
  const turns: Payment[][] = [];
  let atLeast = 0;
  for (let start = 0; start < calls; ) {
    const end = start === middle ? start + 1 : Math.min(start + 4, start < middle ? middle : calls);
    const amounts = Array.from({ length: end - start }, (_, index) =>
      start === middle ? largeAmount : 1 + ((run + start + index) % 7),
    );
    const all = atLeast + amounts.reduce((sum, amount) => sum + amount, 0);
    const from = start;
    const paidBefore = atLeast;
    turns.push(
      amounts.map((amount, index) => ({
        to: `${run}/${from + index}`,
        amount,
        atLeast: paidBefore,
        atMost: all - amount,
      })),
    );
    // What is rejected is not paid.
    if (start !== middle || isApproved(run)) atLeast = all;
    start = end;
  }
  return turns;
}

/** Whether the person approves the large payment of a run. */
export function isApproved(run: number): boolean {
  return run % 4 !== 3;
}

/** The amount of a payment for which a person is asked. */
export const largeAmount = 1000;
