import type { StoreBackend, StoreChange } from "./store-backend.ts";
import { StoreError } from "./store-error.ts";

/** Keeps stores in memory, as long as the process runs. */
export function memoryBackend(): StoreBackend {
  const sessions = new Map<string, StoreChange[]>();
  return {
    load: async (session) => structuredClone(sessions.get(session) ?? []),
    async append(session, change) {
      const changes = sessions.get(session) ?? [];
      if (changes.length + 1 !== change.version) throw versionConflict(session, change);
      sessions.set(session, [...changes, structuredClone(change)]);
    },
    remove: async (session) => void sessions.delete(session),
  };
}

/** The error for a change whose version the session already has. */
export function versionConflict(session: string, { version }: StoreChange): StoreError {
  return new StoreError("conflict", `Something else has written change ${version} of the session ${session}`);
}
