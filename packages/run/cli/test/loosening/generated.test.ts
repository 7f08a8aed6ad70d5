// Ways around Helve from tables: each row of a table meets others in turn.

import { importsOfHelve, movesOfPaths, startsOfClients, startsOfHelve, writesOfPrograms } from "./generate.ts";
import { itDecides } from "./it-decides.ts";

itDecides({
  "a runtime does not start Helve's program, however it is named": startsOfHelve(),
  "code does not import a module of Helve": importsOfHelve(),
  "a program does not write a protected file by any option": writesOfPrograms(),
  "a protected file and its folder stay where they are": movesOfPaths(),
  "a client is not started in other surroundings": startsOfClients(),
});
