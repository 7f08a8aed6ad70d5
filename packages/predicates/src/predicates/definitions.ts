import { questionsByKind } from "./by-kind.ts";
import { injectsCode, installsFromUntrusted, isExecutingMalware, unpacksHiddenData } from "./code.ts";
import { containMisleadingInfo } from "./contain-misleading-info.ts";
import { questionsOfContents } from "./contents.ts";
import type { PredicateDefinition } from "./definition.ts";
import { effectPredicate } from "./effect-question.ts";
import { hasExternalReceiver } from "./has-external-receiver.ts";
import { hostIn } from "./host-in.ts";
import { isDeleteImportantFile } from "./is-delete-important-file.ts";
import { contactsUntrustedHost, exfiltrates, opensReverseShell, sendsDatagrams, sendsDataTo } from "./network.ts";
import { pathWithin } from "./path-within.ts";
import { changesSystem, copiesSensitiveFile, listsSensitiveDirectory, readsSensitivePath } from "./sensitive-paths.ts";
import { textPredicate } from "./text-question.ts";
import { writesOutside } from "./writes-outside.ts";

/** All predicates. */
export const definitions: readonly PredicateDefinition[] = [
  ...[
    ...questionsByKind,
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
    contactsUntrustedHost,
    sendsDataTo,
    sendsDatagrams,
    exfiltrates,
  ].map(effectPredicate),
  ...questionsOfContents.map(textPredicate),
  containMisleadingInfo,
  hasExternalReceiver,
  pathWithin,
  hostIn,
];
