/** Resolves the URIs of schemas (RFC 3986). */

/** The base URI of schemas that have no URI of their own. */
export const defaultUri = "schema:///";

/** Resolves a URI reference without its fragment (RFC 3986 §5); `undefined` if it is invalid. */
export function resolveUri(reference: string, base: string): string | undefined {
  try {
    const url = new URL(reference, base);
    url.hash = "";
    return url.href;
  } catch {
    return undefined;
  }
}
