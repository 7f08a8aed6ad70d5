/** The language server as a process: it speaks over standard input and output. */
import { runStdioServer } from "@helve/language-server/node";
import { basePolicy } from "./base-policy.ts";

void runStdioServer({ policy: basePolicy });
