/** The path that the site is served under, without a slash at its end: `/helve`; empty at the root of a host. */
export const siteBase: string = (process.env["SITE_BASE"] ?? "").replace(/\/$/, "");
