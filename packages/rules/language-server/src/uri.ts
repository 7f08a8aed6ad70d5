/**
 * The form of a URI in which the server compares it: editors encode the same file in different forms, such as `file:///c%3A/x`. A URI that is
 * not one of a file is unchanged.
 */
export function comparableUri(uri: string): string {
  if (!uri.startsWith("file:")) return uri;
  try {
    const { host, pathname } = new URL(uri);
    const path = decodeURIComponent(pathname).replace(/^\/[A-Z]:/, (drive) => drive.toLowerCase());
    return `file://${host}${path.split("/").map(encodeURIComponent).join("/")}`;
  } catch {
    return uri;
  }
}

/** The URI of a file with another name in the same folder. */
export function besideUri(uri: string, name: string): string {
  return `${uri.slice(0, uri.lastIndexOf("/") + 1)}${name}`;
}
