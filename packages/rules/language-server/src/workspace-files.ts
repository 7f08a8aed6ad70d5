/** The files of a workspace. Documents that an editor has open come from the editor instead. */
export interface WorkspaceFiles {
  /**
   * Lists files below a folder.
   *
   * @param folder - a URI
   * @param isWanted - whether a file with this name is listed
   * @returns URIs; empty if the folder can't be read
   */
  list(folder: string, isWanted: (name: string) => boolean): Promise<readonly string[]>;
  /** Reads a file; `undefined` if it can't be read. */
  read(uri: string): Promise<string | undefined>;
}
