// What must stay silent: a guard that asks about everyday work is switched off by those who use it.

import { everyday } from "./cases/everyday.ts";
import { sameVersions } from "./cases/older-versions.ts";
import { harmlessOwnCode } from "./cases/own-code.ts";
import { harmlessProgramTexts } from "./cases/program-texts.ts";
import { harmlessSessionFiles } from "./cases/session-files.ts";
import { knownPlaces } from "./cases/unknown-places.ts";
import { itDecides } from "./it-decides.ts";

itDecides({
  "everyday work goes on unasked": [
    ...everyday,
    ...harmlessSessionFiles,
    ...harmlessOwnCode,
    ...harmlessProgramTexts,
    ...sameVersions,
    ...knownPlaces,
  ],
});
