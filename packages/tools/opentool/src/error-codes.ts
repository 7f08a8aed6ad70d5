/** The error numbers of OpenTool servers. */

/**
 * The numbers of errors in answers of OpenTool servers: those of the specification's exceptions, as every SDK uses them, and those
 * of JSON-RPC 2.0 for requests that can't be read.
 */
export const openToolErrorCodes = {
  /** The arguments don't fit the function. */
  invalidArguments: 400,
  /** The key is missing or wrong. */
  unauthorized: 401,
  /** A rule or a person stopped the call; no SDK but Helve's uses it. */
  forbidden: 403,
  /** There is no such server or document. */
  notFound: 404,
  /** The server has no such function. */
  unknownFunction: 405,
  /** The function failed. */
  failed: 500,
  /** The request is not JSON. */
  parseError: -32_700,
  /** The request is not a JSON-RPC request. */
  invalidRequest: -32_600,
  /** `params` is not an object. */
  invalidParams: -32_602,
} as const;
