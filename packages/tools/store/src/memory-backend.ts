import type { StoreBackend, StoreChange } from "./store-backend.ts";
import { versionConflict } from "./store-error.ts";

/** Stores data in memory, as long as the process runs. */
export function memoryBackend(): StoreBackend {
  const sessions = new Map<string, StoreChange[]>();
  return {
    load: async (session, after = 0) => structuredClone(sessions.get(session)?.slice(after) ?? []),
    async append(session, change) {
      const changes = sessions.get(session) ?? [];
      if (changes.length + 1 !== change.version) throw versionConflict(session, change);
      changes.push(structuredClone(change));
      sessions.set(session, changes);
    },
    remove: async (session) => void sessions.delete(session),
  };
}
