/** The folders of a session and those where Helve keeps its records. */
import type { Policy } from "@helve/predicates";
import type { HookClient } from "../../hook-event.ts";

/** Where the session is, and where Helve keeps what it remembers. */
export interface KeptPlaces {
  readonly cwd: string;
  /** Where the agent works now, whose settings are kept as well. */
  readonly current?: string;
  readonly home: string;
  readonly state: string;
  /** The folder of the program that clients call, with a slash at the end. */
  readonly program: string;
  /** The client that is guarded; its hooks call Helve. */
  readonly client?: HookClient;
  /** The environment variables, which may move the settings of clients. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** The operating system whose rules decide which paths name the same file; default: Linux. */
  readonly platform?: Policy["platform"];
}
