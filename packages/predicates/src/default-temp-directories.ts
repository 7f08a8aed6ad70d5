/** Where files lie by default that nobody keeps. */
export const defaultTempDirectories: readonly string[] = [
  "/tmp",
  "/var/tmp",
  "/private/tmp",
  "/private/var/tmp",
  "/dev/shm",
  "/var/folders",
  "/private/var/folders",
];
