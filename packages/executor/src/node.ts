// The subpath `@helve/executor/node`: an audit log in a file.

export type { AuditHead, AuditRecord } from "./node/audit-line.ts";
export { auditRecordIn } from "./node/audit-line.ts";
export type { AuditLogOptions, FsyncPolicy } from "./node/audit-log.ts";
export { AuditLog, AuditLogError, openAuditLog } from "./node/audit-log.ts";
export type { AuditReport, VerifyOptions } from "./node/verify-audit-log.ts";
export { verifyAuditLog } from "./node/verify-audit-log.ts";
