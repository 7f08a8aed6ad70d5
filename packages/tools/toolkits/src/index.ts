/** The parts that all toolkits share. Each toolkit is an entry of its own: `@helve/toolkits/terminal`. */
export { HttpError } from "./http-error.ts";
export type { HttpOptions } from "./http.ts";
export type { AccessToken, TokenRequest } from "./access-token.ts";
export type { CommonToolkitOptions } from "./toolkit-options.ts";
