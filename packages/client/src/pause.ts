/** Waits for a time in milliseconds. @throws the reason of the signal when it is aborted */
export function pause(time: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, time);
    if (signal?.aborted === true) return abort();
    signal?.addEventListener("abort", abort, { once: true });
  });
}
