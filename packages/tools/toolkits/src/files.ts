/** The subpath `@helve/toolkits/files`: reads, writes and searches files in a sandbox. */
import type { ToolContext } from "@helve/core";
import type { Policy } from "@helve/predicates";
import { type Sandbox, SandboxError } from "@helve/sandbox";
import { ToolError, Toolkit, type ToolkitTexts, toolApi } from "@helve/tool";
import { applyReplacements, editText, lineAt } from "./files/edit-text.ts";
import { lineMatcher } from "./files/line-matcher.ts";
import { readLines } from "./files/read-lines.ts";
import { pathInRoot } from "./files/root-path.ts";
import { searchFiles } from "./files/search-files.ts";
import { encodeText, linesOf, readTextFile } from "./files/text-file.ts";
import { unifiedDiff } from "./files/unified-diff.ts";
import { walk } from "./files/walk.ts";
import { middleText } from "./middle-text.ts";
import { type SandboxOption, sandboxOptionNames, sandboxPlace, sessionSandbox } from "./session-sandbox.ts";
import { type CommonToolkitOptions, toolkitOptions } from "./toolkit-options.ts";

/** Options of {@link Files}. */
export interface FilesOptions extends CommonToolkitOptions, SandboxOption {
  /** The folder that all paths must be in, and that relative ones count from; any path by default. */
  readonly root?: string | undefined;
  /** How many lines `Read` returns; 2,000 by default. */
  readonly maxLines?: number | undefined;
  /** How many characters are returned; 60,000 by default. */
  readonly outputLimit?: number | undefined;
  /** How many entries `List` returns; 1,000 by default. */
  readonly maxEntries?: number | undefined;
  /** How many lines `Search` returns; 200 by default. */
  readonly maxMatches?: number | undefined;
  /** How many files `Search` reads; 20,000 by default. */
  readonly maxFiles?: number | undefined;
  /** How long `Search` takes, in seconds; 30 by default. */
  readonly searchTime?: number | undefined;
}

/**
 * Reads, writes, edits and searches the files of the session's sandbox.
 *
 * @example
 * const session = new ActionExecutor([new Files({ root: "project" })]).session({ sandboxes });
 */
export class Files extends Toolkit {
  override readonly name = "Files";
  static readonly description = "Reads, writes, edits and searches files.";
  readonly #options: FilesOptions;

  constructor(options: FilesOptions = {}) {
    const own = {
      ...sandboxOptionNames,
      root: true,
      maxLines: true,
      outputLimit: true,
      maxEntries: true,
      maxMatches: true,
      maxFiles: true,
      searchTime: true,
    } as const;
    super({ ...toolkitOptions(options, own, chinese), place: sandboxPlace(options, options.root) });
    this.#options = options;
  }

  @toolApi(
    `Read the lines of a text file. The last line says which lines are missing.

    Args:
        path (str): the file
        start_line (int, optional): the first line, from 1
        line_count (int, optional): how many lines
        line_numbers (bool, optional): whether lines begin with their numbers

    Returns:
        str: the lines`,
    { parallel: true, idempotent: true },
  )
  async Read(
    path: string,
    start_line: number | undefined,
    line_count: number | undefined,
    line_numbers: boolean | undefined,
    context: ToolContext,
  ): Promise<string> {
    const { maxLines = 2000, outputLimit = defaultOutputLimit } = this.#options;
    const { sandbox, resolved } = await this.#resolve(path, context);
    const { text } = await readTextFile(sandbox, resolved, context.signal);
    const range = { start: start_line ?? 1, count: Math.min(line_count ?? maxLines, maxLines), limit: outputLimit };
    return readLines(path, text, { ...range, areNumbered: line_numbers ?? false });
  }

  @toolApi(
    `Write a text file, in place of one that exists. Missing directories are created.

    Args:
        path (str): the file
        content (str): the whole text

    Returns:
        str: what was written`,
    { idempotent: true },
  )
  async Write(path: string, content: string, context: ToolContext): Promise<string> {
    const { sandbox, resolved } = await this.#resolve(path, context);
    await sandbox.writeFile(resolved, content, { signal: context.signal });
    const lines = linesOf(content).length;
    return `Wrote ${lines} ${lines === 1 ? "line" : "lines"} to ${path}.`;
  }

  @toolApi(
    `Replace a part of a text file. The old text must be in the file once, unless all places are to be replaced. If it differs only in
    white space, indentation, line ends or quotation marks from one place, that place is replaced.

    Args:
        path (str): the file
        old_text (str): the text to replace, with as many lines around it as make it unique
        new_text (str): the text to write in its place
        replace_all (bool, optional): whether to replace all places

    Returns:
        str: the changes as a unified diff`,
  )
  async Edit(
    path: string,
    old_text: string,
    new_text: string,
    replace_all: boolean | undefined,
    context: ToolContext,
  ): Promise<string> {
    const { sandbox, resolved } = await this.#resolve(path, context);
    const { text, ...file } = await readTextFile(sandbox, resolved, context.signal);
    const withLineEnds = (given: string): string => (file.hasReturns ? given.replace(/\r\n?/g, "\n") : given);
    const edit = { old: withLineEnds(old_text), new: withLineEnds(new_text), replaceAll: replace_all ?? false };
    const { replacements, isLoose } = editText(path, text, edit);
    const edited = applyReplacements(text, replacements);
    if (edited === text) throw new ToolError(`Files.Edit: the edit does not change ${path}.`);
    await sandbox.writeFile(resolved, encodeText({ ...file, text: edited }), { signal: context.signal });
    const [first] = replacements;
    const places =
      replacements.length === 1 ? `line ${lineAt(text, first?.start ?? 0)}` : `${replacements.length} places`;
    const how = isLoose
      ? " It was found apart from white space or quotation marks; the new text was indented like it."
      : "";
    const diff = middleText(unifiedDiff(path, text, replacements), this.#options.outputLimit ?? defaultOutputLimit);
    return `Replaced the old text in ${places} of ${path}.${how}\n${diff}`;
  }

  @toolApi(
    `List the files in a directory. Directories end with "/", symbolic links with "@". What is in .git and node_modules is not listed.

    Args:
        path (str, optional): the directory
        depth (int, optional): how many levels of directories to list, one if not given

    Returns:
        str: a path in each line`,
    { parallel: true, idempotent: true },
  )
  async List(path: string | undefined, depth: number | undefined, context: ToolContext): Promise<string> {
    const { maxEntries = 1000 } = this.#options;
    if (depth !== undefined && depth < 1) throw new ToolError(`Files.List: "depth" must be at least 1 (got ${depth})`);
    const { sandbox, resolved } = await this.#resolve(path ?? ".", context);
    const lines: string[] = [];
    for await (const entry of walk(sandbox, resolved, { depth: depth ?? 1, signal: context.signal })) {
      if (lines.length >= maxEntries) {
        lines.push(`[only the first ${maxEntries} entries are listed]`);
        break;
      }
      lines.push(entry.path + (entry.type === "directory" ? "/" : entry.type === "symlink" ? "@" : ""));
    }
    return lines.length === 0 ? `[${path ?? "."} is empty]` : lines.join("\n");
  }

  @toolApi(
    `Search the lines of text files. What is in .git and node_modules is not searched.

    Args:
        pattern (str): a regular expression of JavaScript
        path (str, optional): the directory or file to search
        glob (str, optional): which files to search, such as *.ts or src/**/*.{js,ts}
        literal (bool, optional): whether the pattern is a text and no regular expression
        ignore_case (bool, optional): whether upper-case and lower-case letters are equal

    Returns:
        str: the lines that match, as path:line: text`,
    { parallel: true, idempotent: true },
  )
  async Search(
    pattern: string,
    path: string | undefined,
    glob: string | undefined,
    literal: boolean | undefined,
    ignore_case: boolean | undefined,
    context: ToolContext,
  ): Promise<string> {
    const { maxMatches = 200, maxFiles = 20_000, searchTime = 30 } = this.#options;
    const matcher = lineMatcher(pattern, { isLiteral: literal ?? false, ignoreCase: ignore_case ?? false });
    const { sandbox, resolved } = await this.#resolve(path ?? ".", context);
    const limits = { matches: maxMatches, files: maxFiles, time: searchTime * 1000 };
    const found = await searchFiles(sandbox, {
      path: resolved,
      glob: glob ?? undefined,
      matcher,
      limits,
      signal: context.signal,
    });
    return middleText(found, this.#options.outputLimit ?? defaultOutputLimit);
  }

  @toolApi(
    `Move or rename a file or directory. Missing directories of the new path are created; nothing is overwritten.

    Args:
        from (str): the file or directory
        to (str): the new path

    Returns:
        str: what was moved`,
  )
  async Move(from: string, to: string, context: ToolContext): Promise<string> {
    const { sandbox, resolved: source } = await this.#resolve(from, context, { isRemoved: true });
    const { resolved: target } = await this.#resolve(to, context, { followLast: false });
    const { signal } = context;
    const script = `if [ -e "$2" ] || [ -L "$2" ]; then exit 73; fi
d=$(dirname -- "$2") && mkdir -p -- "$d" && mv -- "$1" "$2"`;
    const { success, exitCode, stderr } = await sandbox.exec(["sh", "-c", script, "sh", source, target], {
      signal,
      timeout: 60_000,
    });
    if (exitCode === 73)
      throw new ToolError(`Files.Move: ${to} exists already; delete it first, or choose another path.`);
    if (!success) throw new ToolError(`Files.Move: ${stderr.trim() || `${from} can't be moved`}`);
    return `Moved ${from} to ${to}.`;
  }

  @toolApi(
    `Delete a file, or a directory with everything in it.

    Args:
        path (str): the file or directory
        recursive (bool, optional): whether to delete a directory with everything in it

    Returns:
        str: what was deleted`,
  )
  async Delete(path: string, recursive: boolean | undefined, context: ToolContext): Promise<string> {
    const { sandbox, resolved } = await this.#resolve(path, context, { isRemoved: true });
    try {
      await sandbox.remove(resolved, { recursive: recursive ?? false, signal: context.signal });
    } catch (error) {
      if (!SandboxError.is(error) || error.code !== "is_directory") throw error;
      throw new ToolError(`Files.Delete: ${path} is a directory: set "recursive" to delete it with everything in it.`);
    }
    return `Deleted ${path}.`;
  }

  async #resolve(
    path: string,
    context: ToolContext,
    options: { readonly followLast?: boolean; readonly isRemoved?: boolean } = {},
  ): Promise<{ readonly sandbox: Sandbox; readonly resolved: string }> {
    const sandbox = await sessionSandbox(context, this.#options);
    const resolved = await pathInRoot(sandbox, this.#options.root, path, { signal: context.signal, ...options });
    return { sandbox, resolved };
  }
}

/** The meaning of the arguments for rules: entries of a policy's `tools`. */
export const filesUses: NonNullable<Policy<never>["tools"]> = {
  "Files.Read": { read: "path" },
  "Files.Write": { write: "path", content: "content" },
  "Files.Edit": { edit: "path", old: "old_text", new: "new_text", all: "replace_all" },
  "Files.List": { list: "path" },
  "Files.Search": { search: "path" },
  "Files.Move": { move: "from", to: "to" },
  "Files.Delete": { delete: "path" },
};

const defaultOutputLimit = 60_000;

const chinese: ToolkitTexts = {
  description: "读取、写入、编辑和搜索文件。",
  tools: {
    Read: {
      description: "读取文本文件的行。最后一行说明缺少哪些行。",
      parameters: {
        path: "文件",
        start_line: "起始行，从 1 开始",
        line_count: "行数",
        line_numbers: "每行前是否加行号",
      },
    },
    Write: {
      description: "写入文本文件，覆盖已有文件，并创建缺少的目录。",
      parameters: { path: "文件", content: "全部文本" },
    },
    Edit: {
      description:
        "替换文本文件的一部分。除非替换所有位置，旧文本在文件中只能出现一次。如果它与某一处只有空白、缩进、换行或引号的差别，则替换该处。",
      parameters: {
        path: "文件",
        old_text: "要替换的文本，包含足够的上下文行以保证唯一",
        new_text: "替换后的文本",
        replace_all: "是否替换所有位置",
      },
    },
    List: {
      description: "列出目录中的文件。目录以 “/” 结尾，符号链接以 “@” 结尾。不列出 .git 和 node_modules 的内容。",
      parameters: { path: "目录", depth: "列出的目录层数，默认一层" },
    },
    Search: {
      description: "搜索文本文件的行。不搜索 .git 和 node_modules。",
      parameters: {
        pattern: "JavaScript 正则表达式",
        path: "要搜索的目录或文件",
        glob: "要搜索哪些文件，例如 *.ts 或 src/**/*.{js,ts}",
        literal: "模式是否为普通文本而不是正则表达式",
        ignore_case: "是否忽略大小写",
      },
    },
    Move: {
      description: "移动或重命名文件或目录。会创建新路径缺少的目录，不会覆盖任何文件。",
      parameters: { from: "文件或目录", to: "新路径" },
    },
    Delete: {
      description: "删除文件，或删除目录及其全部内容。",
      parameters: { path: "文件或目录", recursive: "是否删除目录及其全部内容" },
    },
  },
};
