/** The default directories for temporary files, such as `/tmp`. Deleting and writing files there is harmless. */
export const defaultTempDirectories: readonly string[] = [
  "/tmp",
  "/var/tmp",
  "/private/tmp",
  "/private/var/tmp",
  "/dev/shm",
  "/var/folders",
  "/private/var/folders",
  "~/AppData/Local/Temp",
  "/c:/Users/*/AppData/Local/Temp",
  "/c:/Windows/Temp",
  "/c:/Temp",
  "/c:/tmp",
];
