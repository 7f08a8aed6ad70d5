/** The subpath `@helve/language-service/documents`: OpenTool documents, policies and lists of MCP servers. */
export { documentCodeActionsAt } from "./documents/document-code-actions.ts";
export { documentCompletionsAt } from "./documents/document-completion.ts";
export { documentDefinitionAt } from "./documents/document-definition.ts";
export { documentFoldingRanges } from "./documents/document-folding.ts";
export { documentFormattingEdits } from "./documents/document-format.ts";
export { documentHoverAt } from "./documents/document-hover.ts";
export { documentIssues } from "./documents/document-issues.ts";
export type { OutlineItem } from "./documents/document-outline.ts";
export { documentOutline } from "./documents/document-outline.ts";
export { mcpServerIssues, mcpServerNames } from "./documents/mcp-servers.ts";
export type { DocumentKind, OpenDocument, OpenDocumentOptions } from "./documents/open-document.ts";
export { openDocument } from "./documents/open-document.ts";
export { policyIssues } from "./documents/policy-issues.ts";
