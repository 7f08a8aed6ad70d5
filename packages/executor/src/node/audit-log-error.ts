import { HelveError } from "@helve/core";

/** An audit log can't be opened, or a record can't be written. */
export class AuditLogError extends HelveError {
  override readonly code = "audit_log";
}
