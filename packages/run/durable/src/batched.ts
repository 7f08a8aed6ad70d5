/**
 * Joins requests into batches: while one batch is in progress, the requests that come wait, and are then one batch. A request that comes alone
 * does not wait. If a batch fails, each of its requests is made alone, so that none fails because of another one.
 *
 * @param run - returns the results in the order of the requests
 */
export function batched<Request, Result>(
  run: (requests: readonly Request[]) => Promise<readonly Result[]>,
): (request: Request) => Promise<Result> {
  let waiting: WaitingRequest<Request, Result>[] = [];
  let isRunning = false;

  /** Runs the waiting items in batches until none is left. */
  async function runAll(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, largestBatch);
      waiting = waiting.slice(largestBatch);
      try {
        await settle(batch);
      } catch (error) {
        if (batch.length === 1) batch[0]?.reject(error);
        else await Promise.all(batch.map((each) => settle([each]).catch(each.reject)));
      }
    }
    isRunning = false;
  }

  /** Runs a batch, and resolves its requests. */
  async function settle(batch: readonly WaitingRequest<Request, Result>[]): Promise<void> {
    const results = await run(batch.map(({ request }) => request));
    for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
  }

  return (request) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    waiting.push({ request, resolve, reject });
    if (!isRunning) void runAll();
    return promise;
  };
}

const largestBatch = 500;

interface WaitingRequest<Request, Result> {
  readonly request: Request;
  resolve(result: Result): void;
  reject(error: unknown): void;
}
