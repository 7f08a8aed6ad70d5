/** Starts a worker. Both kinds are one file, so that they share the chunks of their code. */
export function startWorker(name: "evaluate" | "language-server"): Worker {
  // The bundler replaces this expression, which must stand as it is.
  if (name === "evaluate")
    return new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "evaluate" });
  return new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "language-server" });
}
