/** The page of the panel. It loads nothing but its own script and styles. */
export function panelHtml({ cspSource, script, styles }: PanelFiles): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${cspSource}; script-src ${cspSource}; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${styles}">
<title>Try a Command</title>
</head>
<body>
<main>
<form id="form">
<h1>Try a Command</h1>
<label for="file">Rules</label>
<select id="file"></select>
<label for="language">Language</label>
<select id="language">
<option value="shell">Shell</option>
<option value="python">Python</option>
<option value="javascript">JavaScript</option>
<option value="sql">SQL</option>
<option value="powershell">PowerShell</option>
<option value="cmd">cmd.exe</option>
<option value="tool">A tool with JSON arguments</option>
</select>
<label for="tool" class="of-tool" hidden>Tool</label>
<input id="tool" class="of-tool" hidden spellcheck="false" autocomplete="off" placeholder="Gmail.SendEmail">
<label for="text" id="text-label">Command</label>
<textarea id="text" rows="4" spellcheck="false" autocomplete="off" aria-describedby="hint"></textarea>
<p id="hint">Nothing runs: the rules judge the call as they would before an agent runs it.</p>
</form>
<section aria-label="Verdict">
<div id="headline" role="status"></div>
<div id="details"></div>
</section>
</main>
<script src="${script}"></script>
</body>
</html>
`;
}

/** Where the page of the panel finds its files. */
export interface PanelFiles {
  readonly cspSource: string;
  readonly script: string;
  readonly styles: string;
}
