export { TupleParser } from "./tuple-parser.ts";
