import type { CallEntry } from "../engine/call-entry.ts";
import { databaseCalls } from "./catalogue/databases.ts";
import { fileCalls } from "./catalogue/files.ts";
import { networkCalls } from "./catalogue/network.ts";
import { processCalls } from "./catalogue/processes.ts";

/**
 * The catalogue of Go's library calls, by the paths of their packages: `os/exec.Command`. A method starts with the type that a
 * `returns` names: `os/exec.Cmd.Run`. `engine/call-entry.ts` describes every field.
 */
export const catalogueEntries: readonly CallEntry[] = [
  ...fileCalls,
  ...processCalls,
  ...networkCalls,
  ...databaseCalls,
];

const entries = new Map(catalogueEntries.flatMap((entry) => entry.calls.split(" ").map((name) => [name, entry])));
const modules = new Set([...entries.keys()].map((name) => name.slice(0, name.lastIndexOf("."))));

/** Functions of C and system calls that only compute or ask. */
const harmless =
  /^(C\.(CString|GoString|GoBytes|free|malloc|u?int|u?char|u?long|float|double|size_t|puts|printf|strlen|sqrt)|syscall\.(Get\w+|Environ|Time\w*|Clock\w*|L?Stat\w*|Fstat\w*|\w+_t|Rlimit|Rusage|Uname|Utsname|Sysinfo\w*|Signal|Errno|WaitStatus|Flock\w*|Close\w*|Read|Umask|SysProcAttr|Wait4|Exit|BytePtrFromString|ByteSliceFromString|UTF16\w+))$/;

const unknownCode: CallEntry = {
  calls: "",
  effects: [{ kind: "anything", reason: "it is unknown what the function of C or of the system does" }],
};

/** The catalogue entry of a function or method, by its dotted name. */
export function catalogueEntry(name: string): CallEntry | undefined {
  return (
    entries.get(name) ??
    (/^(C\.\w+|syscall\.\w*[a-z]\w*)$/.test(name) && !harmless.test(name) ? unknownCode : undefined)
  );
}

/** Whether the catalogue has functions of a package or type with this dotted name. */
export function isCatalogueModule(name: string): boolean {
  return modules.has(name);
}
