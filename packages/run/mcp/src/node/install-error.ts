import { HelveError } from "@helve/core";

/** The settings of a client can't be edited. */
export class InstallError extends HelveError {
  override readonly code = "invalid_settings";
}
