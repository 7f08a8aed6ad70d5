// Functions that Helve's packages share and users don't need: no part of the public API, and not covered by semantic versioning.

export { closestName } from "./internal/closest-name.ts";
export { didYouMean } from "./internal/did-you-mean.ts";
export { milliseconds } from "./internal/duration.ts";
export { escapeInvisible, visibleJson } from "./internal/escape-invisible.ts";
export type { ExcerptLine, ExcerptOptions } from "./internal/excerpt.ts";
export { excerpt, withCarets } from "./internal/excerpt.ts";
export { frozenCopy } from "./internal/frozen-copy.ts";
export { isFrozenJson, markFrozenJson } from "./internal/frozen-json.ts";
export { encodeHex } from "./internal/hex.ts";
export { isTransientStatus, requestedDelay } from "./internal/http-retry.ts";
export { isObject } from "./internal/is-object.ts";
export { deepFreeze, frozenJson, jsonCopy, recordedJson, stringifiedJson } from "./internal/json-copy.ts";
export { jsonPointer, ownMember, pointerParts } from "./internal/json-pointer.ts";
export { jsonSigner } from "./internal/json-signer.ts";
export { jsonSyntaxIssue } from "./internal/json-syntax-issue.ts";
export type { LinearPattern } from "./internal/linear-pattern.ts";
export { linearPattern } from "./internal/linear-pattern.ts";
export { onAbort } from "./internal/on-abort.ts";
export { quote } from "./internal/quote.ts";
export { referencePath, resolveReference } from "./internal/resolve-reference.ts";
export type { SecretFormat } from "./internal/secret-formats.ts";
export { secretFormats, secretTexts } from "./internal/secret-formats.ts";
export type { SourceText } from "./internal/source-text.ts";
export { sourceText } from "./internal/source-text.ts";
export { textParser } from "./internal/text-parser.ts";
export { unlessAborted } from "./internal/unless-aborted.ts";
export { waitUnlessAborted } from "./internal/wait-unless-aborted.ts";
