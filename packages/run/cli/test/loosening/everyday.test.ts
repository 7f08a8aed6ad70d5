// Everyday work must stay silent: users switch off a guard that asks about it.

import { harmlessCodeFromElsewhere } from "./cases/code-from-elsewhere.ts";
import { harmlessConventions } from "./cases/conventions.ts";
import { everyday } from "./cases/everyday.ts";
import { sameVersions } from "./cases/older-versions.ts";
import { harmlessOwnCode } from "./cases/own-code.ts";
import { harmlessProgramTexts } from "./cases/program-texts.ts";
import { harmlessProjectFiles } from "./cases/project-files.ts";
import { harmlessSessionFiles } from "./cases/session-files.ts";
import { harmlessTools } from "./cases/tools-of-servers.ts";
import { knownPlaces } from "./cases/unknown-places.ts";
import { itDecides } from "./it-decides.ts";

itDecides({
  "everyday work goes on unasked": [
    ...everyday,
    ...harmlessSessionFiles,
    ...harmlessOwnCode,
    ...harmlessProgramTexts,
    ...harmlessProjectFiles,
    ...harmlessCodeFromElsewhere,
    ...harmlessConventions,
    ...sameVersions,
    ...knownPlaces,
    ...harmlessTools,
  ],
});
