/** Launches DBOS in a process of the demo. */
import { DBOS } from "@dbos-inc/dbos-sdk";
import { queue } from "./agent.ts";

/** Launches DBOS. @param process.takesRuns - whether the process is a worker; the others start runs, answer and wait */
export async function launch(
  url: string,
  { name, takesRuns }: { readonly name: string; readonly takesRuns: boolean },
): Promise<void> {
  DBOS.setConfig({
    name: "bank",
    systemDatabaseUrl: url,
    executorID: name,
    applicationVersion: "1",
    listenQueues: takesRuns ? [queue] : ["none"],
    logLevel: "error",
  });
  await DBOS.launch();
  await DBOS.registerQueue(queue, { workerConcurrency: 10, minPollingIntervalMs: 100 });
}
