/** Messages between the panel and the extension. */
import type { TryCallResult } from "@helve/language-server";

/** The input of the panel in which a user tries a call. */
export interface TryInput {
  /** A rule file. */
  readonly uri: string;
  /** A language; `tool` for a tool with arguments. */
  readonly language: string;
  /** The code; the arguments as JSON if `language` is `tool`. */
  readonly text: string;
  /** The name of the tool if `language` is `tool`. */
  readonly tool: string;
}

/** From the panel to the extension. */
export type PanelRequest =
  | { readonly type: "ready" }
  | { readonly type: "try"; readonly id: number; readonly input: TryInput }
  | { readonly type: "reveal"; readonly uri: string; readonly line: number };

/** From the extension to the panel. */
export type PanelMessage =
  | { readonly type: "files"; readonly files: readonly RuleFile[]; readonly active: string | undefined }
  | { readonly type: "result"; readonly id: number; readonly result: TryCallResult }
  /** The rules or the server have changed: a result may be outdated. */
  | { readonly type: "changed" };

/** A rule file that can be chosen. */
export interface RuleFile {
  readonly uri: string;
  /** The path in the workspace. */
  readonly name: string;
}
