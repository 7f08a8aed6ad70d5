// The subpath `@helve/hooks/node`: the runtime of hooks. It reads the session and the rules from files, decides, and remembers.

export type { AnswerHookOptions, HookIo } from "./node/answer-hook.ts";
export { answerHook } from "./node/answer-hook.ts";
export { agentVariables } from "./node/clients/agent-variables.ts";
export type { ClientSettings, HookCommand, SettingsClient, SettingsEvent } from "./node/clients/client-settings.ts";
export { clientSettings } from "./node/clients/client-settings.ts";
export { hookCommand, isHookCommand } from "./node/clients/hook-command.ts";
export type { Scope, SettingsLocation, UserPlaces } from "./node/clients/settings-file.ts";
export { readSettings, settingsPath } from "./node/clients/settings-file.ts";
export { userSettingsThatCallHelve } from "./node/clients/user-settings.ts";
export { createGuards } from "./node/guards.ts";
export type { Approval, ApprovalOwner, HookHost, LearnedCall, Question, SessionName } from "./node/hook-host.ts";
export type { KeptPlaces } from "./node/keep-helve/kept-places.ts";
export { keptPredicates, keptRules } from "./node/keep-helve.ts";
export { lastSessionCounts } from "./node/last-session.ts";
export { platform } from "./node/platform.ts";
export { openSessionLog, withSessionLog } from "./node/session-log.ts";
export { SessionMemories } from "./node/session-memory.ts";
export type { SessionView } from "./node/session-steps.ts";
export { sessionView } from "./node/session-steps.ts";
export { projectFile, projectFolder } from "./node/state/project-folder.ts";
export type { RuleFolder } from "./node/state/rule-files.ts";
export { readRuleFolder, userRuleFolder } from "./node/state/rule-files.ts";
export type { SessionEntry } from "./node/state/session-entry.ts";
export { deleteSessions, logFiles, readSession, sessionFiles, sessionsFolder } from "./node/state/session-files.ts";
export { createPrivateFolder, openPrivateFile, readPrivateFile, stateFolder } from "./node/state/state-folder.ts";
export { deleteWrittenTexts, hasWrittenTexts, writtenTextsRecorder } from "./node/state/written-texts.ts";
