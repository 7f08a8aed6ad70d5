import type { Client } from "@modelcontextprotocol/client";

/** Opens a watch for changes of a server's tools. It is opened before the tools are listed, so that no change after the list is missed. */
export async function openWatch(client: Client): Promise<ToolWatch> {
  const capabilities = client.getServerCapabilities();
  if (capabilities?.tools?.listChanged !== true) return unwatched;
  let isWatching = true;
  let hasChanged = false;
  let comparing: Coalesced | undefined;
  client.setNotificationHandler("notifications/tools/list_changed", () => {
    hasChanged = true;
    comparing?.run();
  });
  const subscription =
    client.getProtocolEra() === "modern" ? await client.listen({ toolsListChanged: true }) : undefined;
  return {
    start(compare, report) {
      comparing = coalesced(async () => {
        if (!isWatching) return;
        const drift = await compare();
        if (isWatching) report(drift);
      });
      if (hasChanged) comparing.run();
    },
    settled: async () => comparing?.settled(),
    stop() {
      isWatching = false;
      subscription?.close().catch(() => undefined);
    },
  };
}

/** Notices nothing. */
export const unwatched: ToolWatch = { start: () => undefined, settled: async () => undefined, stop: () => undefined };

/** A watch for changes of a server's tools. */
export interface ToolWatch {
  /** Sets how the tools are compared with those before, and who gets the difference. If they have changed already, they are compared at once. */
  start<Drift>(compare: () => Promise<Drift>, report: (drift: Drift) => void): void;
  /** Fulfilled when each change that the server has announced so far was compared. */
  settled(): Promise<void>;
  stop(): void;
}

interface Coalesced {
  run(): void;
  settled(): Promise<void>;
}

/**
 * Runs a function at most once at a time, and once more if it was requested meanwhile: many notifications of a server make no more work than one.
 * Failures are ignored, because a server that can't list its tools can't run them either.
 */
function coalesced(work: () => Promise<void>): Coalesced {
  let isRunning = false;
  let isWanted = false;
  let round: Promise<void> = Promise.resolve();
  const run = async (): Promise<void> => {
    isRunning = true;
    while (isWanted) {
      isWanted = false;
      round = work().catch(() => undefined);
      await round;
    }
    isRunning = false;
  };
  return {
    run() {
      isWanted = true;
      if (!isRunning) void run();
    },
    async settled() {
      const hasNext = isWanted;
      await round;
      if (hasNext) await round;
    },
  };
}
