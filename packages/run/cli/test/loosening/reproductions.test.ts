// Ways around Helve that worked once.

import { clientsWithoutHooks } from "./cases/clients-without-hooks.ts";
import { codeByFiles } from "./cases/code-by-files.ts";
import { codeFromElsewhere } from "./cases/code-from-elsewhere.ts";
import { conventions } from "./cases/conventions.ts";
import { daemon } from "./cases/daemon.ts";
import { helveCommands, helveModules } from "./cases/helve-commands.ts";
import { hiddenCode } from "./cases/hidden-code.ts";
import { indirectPaths } from "./cases/indirect-paths.ts";
import { laterCode } from "./cases/later-code.ts";
import { olderVersions } from "./cases/older-versions.ts";
import { otherAgents } from "./cases/other-agents.ts";
import { changedParents, overwritingPrograms } from "./cases/overwriting-programs.ts";
import { ownCode } from "./cases/own-code.ts";
import { programTexts } from "./cases/program-texts.ts";
import { projectFiles } from "./cases/project-files.ts";
import { sessionFiles } from "./cases/session-files.ts";
import { sockets } from "./cases/sockets.ts";
import { stateReads } from "./cases/state-reads.ts";
import { surroundings } from "./cases/surroundings.ts";
import { toolsOfServers } from "./cases/tools-of-servers.ts";
import { unknownPlaces } from "./cases/unknown-places.ts";
import { itDecides } from "./it-decides.ts";

itDecides({
  "code that an earlier call writes is read as it is": hiddenCode,
  "a command of Helve that loosens it needs a person": helveCommands,
  "a module of Helve is not called by others": helveModules,
  "a program does not overwrite protected files": overwritingPrograms,
  "variables, defaults and typed answers do not loosen Helve": indirectPaths,
  "folders of protected files stay as they are": changedParents,
  "a client is not started without its hooks": clientsWithoutHooks,
  "an agent without hooks is not started, wherever it runs": otherAgents,
  "code that a client runs later is read when it is written": laterCode,
  "code that a session writes does not run unseen": sessionFiles,
  "code that no step of the session has whole does not run unseen": ownCode,
  "code does not run because of a file that the session has written": codeByFiles,
  "code does not run from standard input, by a manifest, by a convention or later": codeFromElsewhere,
  "a program does not run a text of the session that an option or a setting names": programTexts,
  "a program does not run what a file of the project names that it loads by itself": projectFiles,
  "a program does not run code by a convention, in a document, or from a folder that a variable names": conventions,
  "git does not bring back another version of a protected file": olderVersions,
  "searches do not read what Helve remembers": stateReads,
  "nothing listens where Helve keeps what it remembers": sockets,
  "processes, terminals and variables around the client stay as they are": surroundings,
  "code, values and files are not hidden by what is unknown about them": unknownPlaces,
  "the process that decides in the background is not replaced, read or stopped": daemon,
  "a tool of unknown meaning does not get protected paths": toolsOfServers,
});
