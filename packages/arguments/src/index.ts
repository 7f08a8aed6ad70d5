export { JsonParser } from "./json-parser.ts";
export { ArgumentError } from "./argument-error.ts";
