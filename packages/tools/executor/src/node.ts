/** The subpath `@helve/executor/node`: an audit log in a file. */
export type { AuditRecord } from "./audit-record.ts";
export { auditRecordIn } from "./audit-record.ts";
export type { AuditHead } from "./node/audit-line.ts";
export type { AuditLogOptions, FsyncPolicy } from "./node/audit-log.ts";
export { AuditLog, AuditLogError, openAuditLog } from "./node/audit-log.ts";
export type { AuditReport, VerifyOptions } from "./node/verify-audit-log.ts";
export { verifyAuditLog } from "./node/verify-audit-log.ts";
