// Ways around Helve from tables: each row of a table meets others in turn.

import {
  actsOnClients,
  changesOfSurroundings,
  hiddenStarts,
  importsOfHelve,
  movesOfPaths,
  readsOfState,
  startsOfClients,
  startsOfHelve,
  writesOfPrograms,
} from "./generate.ts";
import { itDecides } from "./it-decides.ts";

itDecides({
  "a runtime does not start Helve's program, however it is named": startsOfHelve(),
  "code does not import a module of Helve": importsOfHelve(),
  "a program does not write a protected file by any option": writesOfPrograms(),
  "a protected file and its folder stay where they are": movesOfPaths(),
  "a program does not read what Helve remembers in a folder or a list": readsOfState(),
  "a process that runs already is left alone": actsOnClients(),
  "programs of a later time start as before": changesOfSurroundings(),
  "a file of the session and a folder of the state are found behind unknown places": hiddenStarts(),
  "a client is not started in other surroundings": startsOfClients(),
});
