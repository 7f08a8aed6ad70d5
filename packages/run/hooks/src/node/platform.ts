import type { Policy } from "@helve/predicates";

/** The operating system of this machine, whose rules decide which paths name the same file. */
export function platform(): NonNullable<Policy["platform"]> {
  return process.platform === "darwin" ? "macos" : process.platform === "win32" ? "windows" : "linux";
}
