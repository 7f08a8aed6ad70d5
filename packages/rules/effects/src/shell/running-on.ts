/** Records that part of a script may keep running after its end, in the background, and see files that are written later. */
import { runsOn } from "../execution-state.ts";
import { type Argument, literalText } from "./argument.ts";
import { type Evaluation, setSetting } from "./evaluation.ts";

/** Records that part of the script keeps running in the background. */
export function recordRunningOn(evaluation: Evaluation): void {
  if (evaluation.settings.get(runsOn) !== "") setSetting(runsOn, "", evaluation);
}

/** Records that a command waits, watches files or schedules a program, so that it may see later changes. */
export function recordWaiting(name: string, words: readonly Argument[], evaluation: Evaluation): void {
  if (evaluation.settings.get(runsOn) === "") return;
  const isWaiting =
    waiting.test(name) || words.slice(1, maxWords).some((word) => watches.test(literalText(word) ?? ""));
  if (isWaiting) recordRunningOn(evaluation);
}

const maxWords = 30;

const waiting =
  /^(sleep|usleep|inotifywait|inotifywatch|fswatch|watch|watchexec|watchmedo|watchfiles|watchman|entr|nodemon|node-dev|ts-node-dev|pm2|forever|supervisord?|air|reflex|modd|chokidar|onchange|at|batch|crontab|systemd-run|start-stop-daemon|daemonize|setsid|nohup|screen|tmux|dtach|abduco|mkfifo|nc|ncat|netcat|socat)$/;
const watches = /^(--?watch(-\w+)?(=.*)?|--reload|--live|--hot|--daemon(ize)?|--detach)$/;
