/** Tells somebody something, if there is somebody. What is thrown, also later, is lost. */
export function quietly<Value>(tell: ((value: Value) => unknown) | undefined, value: Value): void {
  if (tell === undefined) return;
  try {
    Promise.resolve(tell(value)).catch(() => undefined);
  } catch {
    // It is for those who listen, and changes nothing.
  }
}
