import { callVerbPredicates } from "./call-verbs.ts";
import { changesManyFiles } from "./changes-many-files.ts";
import { changesWorld } from "./changes-world.ts";
import { injectsCode, installsFromUntrusted, isExecutingMalware, unpacksHiddenData } from "./code-execution.ts";
import { containMisleadingInfo } from "./contain-misleading-info.ts";
import { effectKindPredicates } from "./effect-kinds.ts";
import { effectPredicate } from "./effect-predicate.ts";
import { generalEffectPredicates } from "./general-effects.ts";
import { hasExternalReceiver } from "./has-external-receiver.ts";
import { readPredicates } from "./has-read.ts";
import { hasReadInstructions } from "./has-read-instructions.ts";
import { hasUnprovenTarget } from "./has-unproven-target.ts";
import { hasUnrequestedTarget } from "./has-unrequested-target.ts";
import { hostIn } from "./host-in.ts";
import { isDeleteImportantFile } from "./is-delete-important-file.ts";
import { isGrantingPermission } from "./is-granting-permission.ts";
import { isRequested } from "./is-requested.ts";
import { contactsUntrustedHost, exfiltrates, opensReverseShell, sendsDatagrams, sendsDataTo } from "./network.ts";
import { pathWithin } from "./path-within.ts";
import type { PredicateDefinition } from "./predicate-definition.ts";
import { changesSystem, copiesSensitiveFile, listsSensitiveDirectory, readsSensitivePath } from "./sensitive-paths.ts";
import { textContentPredicates } from "./text-contents.ts";
import { textPredicate } from "./text-predicate.ts";
import { writesOutside } from "./writes-outside.ts";

/** The definitions of all predicates, in the order of the catalogue. */
export const predicateDefinitions: readonly PredicateDefinition[] = [
  ...[
    ...effectKindPredicates,
    isGrantingPermission,
    isDeleteImportantFile,
    isExecutingMalware,
    injectsCode,
    unpacksHiddenData,
    installsFromUntrusted,
    opensReverseShell,
    readsSensitivePath,
    listsSensitiveDirectory,
    copiesSensitiveFile,
    changesSystem,
    writesOutside,
    changesManyFiles,
    contactsUntrustedHost,
    sendsDataTo,
    sendsDatagrams,
    exfiltrates,
    ...generalEffectPredicates,
  ].map(effectPredicate),
  ...callVerbPredicates,
  ...textContentPredicates.map(textPredicate),
  containMisleadingInfo,
  hasExternalReceiver,
  pathWithin,
  hostIn,
  changesWorld,
  isRequested,
  hasUnrequestedTarget,
  hasUnprovenTarget,
  hasReadInstructions,
  ...readPredicates,
];
