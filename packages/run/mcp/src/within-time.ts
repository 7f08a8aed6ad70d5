/** Waits for a promise, at most so many milliseconds. @throws Error that says so */
export async function withinTime<Value>(promise: Promise<Value>, ms: number): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const seconds = ms / 1000;
    timer = setTimeout(
      () => reject(new Error(`it did not answer within ${seconds} second${seconds === 1 ? "" : "s"}`)),
      ms,
    );
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
