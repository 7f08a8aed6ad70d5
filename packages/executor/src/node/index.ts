export type { AuditHead, AuditRecord } from "./audit-line.ts";
export type { AuditLogOptions, FsyncPolicy } from "./audit-log.ts";
export { AuditLog, openAuditLog } from "./audit-log.ts";
export { AuditLogError } from "./audit-log-error.ts";
export type { AuditReport, VerifyOptions } from "./verify-audit-log.ts";
export { verifyAuditLog } from "./verify-audit-log.ts";
