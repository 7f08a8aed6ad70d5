import type { Action, ActionReturn, Guard } from "@helve/core";
import type { RedactOptions } from "@helve/executor";
import { type FsyncPolicy, openAuditLog } from "@helve/executor/node";

/**
 * Records every call of an endpoint in an audit log before its client gets the result, and of a gateway also before its server gets it. If a
 * record can't be written, the client gets an error, and the guard stops all later calls.
 *
 * @throws AuditLogError if the file can't be opened, or is no audit log
 *
 * @example
 * const audit = await auditRecorder("audit.jsonl");
 * const gateway = await openGateway(servers, {
 *   guards: [audit.guard, engine],
 *   onStart: audit.start,
 *   endpoint: { record: audit.record },
 * });
 */
export async function auditRecorder(path: string, options: AuditRecorderOptions = {}): Promise<AuditRecorder> {
  let failure: Error | undefined;
  const log = await openAuditLog(path, {
    fsync: options.fsync ?? "never",
    redact: options.redact,
    onError: (error) => {
      failure ??= error;
    },
  });
  const written = async (): Promise<void> => {
    await log.flush();
    if (failure !== undefined) throw failure;
  };
  return {
    start(action) {
      log.start(action);
      return written();
    },
    record(actionReturn) {
      log.record(actionReturn);
      return written();
    },
    guard: {
      before: async (action) =>
        failure === undefined
          ? { kind: "allow", action, decision: { passes: [] } }
          : { kind: "stop", reason: "the audit log can't be written", decision: { passes: [] } },
    },
    close: () => log.close(),
  };
}

/** Options of {@link auditRecorder}. */
export interface AuditRecorderOptions {
  /**
   * When records are flushed to disk. `never` by default: they survive the end of the process, but not a power failure. With `always`, each
   * call waits for the disk.
   */
  readonly fsync?: FsyncPolicy | undefined;
  /** Options for removing secrets; the defaults of `redact` apply unless they are overridden here. */
  readonly redact?: RedactOptions | undefined;
}

/** An open audit log with what an endpoint needs. */
export interface AuditRecorder {
  /** The option `onStart` of a gateway. */
  start(action: Action): Promise<void>;
  /** The option `record` of an endpoint. */
  record(actionReturn: ActionReturn): Promise<void>;
  /** Stops calls if the log can't be written. */
  readonly guard: Guard;
  close(): Promise<void>;
}
