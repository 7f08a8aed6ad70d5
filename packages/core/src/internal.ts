/** Functions that Helve's packages share and users don't need: no part of the public API, and not covered by semantic versioning. */
export { askUserName } from "./internal/ask-user-name.ts";
export { byteLength, longestEnd, longestStart } from "./internal/byte-length.ts";
export { closestName } from "./internal/closest-name.ts";
export type { DataUrl } from "./internal/data-url.ts";
export { base64Of, dataUrl, readDataUrl } from "./internal/data-url.ts";
export { didYouMean } from "./internal/did-you-mean.ts";
export { milliseconds } from "./internal/duration.ts";
export { escapeInvisible, visibleJson } from "./internal/escape-invisible.ts";
export { EventQueue } from "./internal/event-queue.ts";
export { exactJson } from "./internal/exact-json.ts";
export {
  exactArguments,
  hasExactNumbers,
  markNumbers,
  parseExactJson,
  parseReadableJson,
  readableNumbers,
  roundedNumbers,
  unmarkNumbers,
} from "./internal/exact-numbers.ts";
export type { ExcerptLine, ExcerptOptions } from "./internal/excerpt.ts";
export { excerpt, withCarets } from "./internal/excerpt.ts";
export { freezeCopy, jsonCopy } from "./internal/freeze-copy.ts";
export { isFrozenJson, markFrozenJson } from "./internal/frozen-json.ts";
export { joinWithHanSpacing } from "./internal/han-spacing.ts";
export type { HtmlValue } from "./internal/html.ts";
export { Html, html } from "./internal/html.ts";
export { isTransientStatus, requestedDelay } from "./internal/http-retry.ts";
export { isObject } from "./internal/is-object.ts";
export type { JsonSigner } from "./internal/json-signer.ts";
export { jsonSigner } from "./internal/json-signer.ts";
export { jsonSyntaxIssue } from "./internal/json-syntax-issue.ts";
export { lastIndexWhere } from "./internal/last-index-where.ts";
export type { LinearPattern } from "./internal/linear-pattern.ts";
export { linearPattern } from "./internal/linear-pattern.ts";
export { nativePattern } from "./internal/native-pattern.ts";
export { onAbort } from "./internal/on-abort.ts";
export { type InstanceOrClass, parserInstance } from "./internal/parser-instance.ts";
export type { Clauses } from "./internal/phrase-of.ts";
export { phraseOf } from "./internal/phrase-of.ts";
export { predicateClause, predicatePhrases } from "./internal/predicate-clause.ts";
export { quote } from "./internal/quote.ts";
export { redactionMark } from "./internal/redaction-mark.ts";
export { replacementTexts, requestQuestion } from "./internal/request-texts.ts";
export { referencePath, resolveReference } from "./internal/resolve-reference.ts";
export { decidingPredicate, ruleReason } from "./internal/rule-reason.ts";
export { saferWays } from "./internal/safer-ways.ts";
export type { SchemaPattern } from "./internal/schema-pattern.ts";
export { schemaPattern } from "./internal/schema-pattern.ts";
export type { SecretFormat } from "./internal/secret-formats.ts";
export { secretFormats, secretTexts } from "./internal/secret-formats.ts";
export { replaceNamedSecrets } from "./internal/secrets/named-secrets.ts";
export { secretNameTest } from "./internal/secrets/secret-names.ts";
export type { SecretPattern } from "./internal/secrets/secret-patterns.ts";
export { secretPatterns } from "./internal/secrets/secret-patterns.ts";
export { sha256 } from "./internal/sha256.ts";
export { sha256Now } from "./internal/sha256-now.ts";
export { quotedShellWord, shellPathWord, shellQuote, shellWord } from "./internal/shell-word.ts";
export { shownText, shownValue } from "./internal/shown-text.ts";
export type { SourceText } from "./internal/source-text.ts";
export { sourceText } from "./internal/source-text.ts";
export { startTimeout } from "./internal/start-timeout.ts";
export type { StepFold } from "./internal/step-folds.ts";
export { StepFolds } from "./internal/step-folds.ts";
export { textOfBody } from "./internal/text-of-body.ts";
export { textParser } from "./internal/text-parser.ts";
export { maxTextWidth } from "./internal/text-width.ts";
export { unknownOption } from "./internal/unknown-option.ts";
export { unlessAborted } from "./internal/unless-aborted.ts";
export { unstartedReturn } from "./internal/unstarted-return.ts";
export { longestTimer, waitUnlessAborted } from "./internal/wait-unless-aborted.ts";
export { withoutUndefined } from "./internal/without-undefined.ts";
export { wordList } from "./internal/word-list.ts";
export { jsonPointer, ownMember, pointerParts } from "./json-pointer.ts";
export { shortPath } from "./short-path.ts";
export { setHistory } from "./trajectory.ts";
