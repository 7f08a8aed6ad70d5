/** Starts a worker, for evaluations or for the language server. */
export function startWorker(name: "evaluate" | "language-server"): Worker {
  // The bundler replaces this expression, which must stand as it is.
  if (name === "evaluate")
    return new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "evaluate" });
  return new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "language-server" });
}
