/** Requests of a server in a worker to the extension, about the files of the workspace. */

/** The methods. */
export const fileMethods = { list: "helve/listFiles", read: "helve/readFile" } as const;

/** Parameters of `list`; its result is a list of URIs. */
export interface ListFilesParams {
  /** A URI. */
  readonly folder: string;
}

/** Parameters of `read`; its result is the text, or `null` if the file can't be read. */
export interface ReadFileParams {
  readonly uri: string;
}
