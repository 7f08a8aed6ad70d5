/** Recognizes addresses of this machine: `localhost`, `http://127.0.0.1:4566`. */

/** Whether a host is this machine. */
export function isLoopbackHost(host: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/.test(host);
}

/** Whether a URL of HTTP is an address of this machine. */
export function isLoopbackUrl(url: string): boolean {
  return /^https?:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?(?:\/|$)/.test(url);
}
