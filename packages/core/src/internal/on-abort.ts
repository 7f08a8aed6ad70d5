/**
 * Calls a function when a signal is aborted. A signal gets one listener for all functions, because adding a listener takes
 * time in proportion to the listeners that it has: thousands of calls may wait for the same signal.
 *
 * @param signal - not aborted yet
 * @returns the function that removes the callback; the last one removes the listener
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const entry = entries.get(signal) ?? addEntry(signal);
  const added = (): void => callback(); // a callback that is added twice is called twice
  entry.callbacks.add(added);
  return () => {
    entry.callbacks.delete(added);
    if (entry.callbacks.size > 0 || entries.get(signal) !== entry) return;
    signal.removeEventListener("abort", entry.listener);
    entries.delete(signal);
  };
}

interface Entry {
  readonly callbacks: Set<() => void>;
  readonly listener: () => void;
}

const entries = new WeakMap<AbortSignal, Entry>();

/** Registers one listener on a signal that runs all callbacks of the signal, and returns their entry. */
function addEntry(signal: AbortSignal): Entry {
  const callbacks = new Set<() => void>();
  const listener = (): void => {
    signal.removeEventListener("abort", listener);
    entries.delete(signal);
    for (const callback of callbacks) callback();
  };
  const entry = { callbacks, listener };
  entries.set(signal, entry);
  signal.addEventListener("abort", listener);
  return entry;
}
