import type { Policy } from "@helve/predicates";

/** Returns the operating system, which decides whether paths are equal. */
export function platform(): NonNullable<Policy["platform"]> {
  return process.platform === "darwin" ? "macos" : process.platform === "win32" ? "windows" : "linux";
}
