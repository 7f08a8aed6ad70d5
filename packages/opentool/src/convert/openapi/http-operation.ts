// Defines how a function that was imported from OpenAPI is called over HTTP.

/** The field of a function that says how it is called over HTTP. */
export const httpField = "x-http";

/** How a function is called over HTTP: the value of the function's field `x-http`. */
export interface HttpOperation {
  /** In upper case: `GET`. */
  readonly method: string;
  /** The path below the server, with `{name}` in place of path parameters. */
  readonly path: string;
  /** The URL of the operation's server; absent if the document names none. */
  readonly server?: string;
  /** The name that the operation has in the OpenAPI document, if it has one. */
  readonly operationId?: string;
  /** Where the arguments go that are not in the body. */
  readonly parameters?: readonly HttpParameter[];
  readonly body?: HttpBody;
}

/** Where one argument goes. */
export interface HttpParameter {
  /** The name of the function's parameter. */
  readonly argument: string;
  /** The name in the request. */
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  /** How lists and objects are written (OpenAPI 3.1.0 §style-values). Default: `form` in a query or cookie, else `simple`. */
  readonly style?: "simple" | "form" | "spaceDelimited" | "pipeDelimited" | "deepObject";
  /** Whether each item of a list is a parameter of its own. Default: `true` for `form`, else `false`. */
  readonly explode?: boolean;
  /** Whether the value is written as JSON. */
  readonly json?: true;
}

/** How the body of a request is made of the arguments. */
export interface HttpBody {
  readonly contentType: string;
  /** The function's parameter that is the whole body. */
  readonly argument?: string;
  /** The function's parameters that are the members of the body, if it is an object of them. */
  readonly arguments?: readonly string[];
  readonly required?: boolean;
}
