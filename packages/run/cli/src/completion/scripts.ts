/** The completion scripts of the shells. Each calls `helve __complete WORDS…` and shows the lines that it prints. */

/** The scripts that complete Helve commands, by the name of the shell. */
export const completionScripts: Readonly<Record<string, string>> = {
  bash: `# Completion of helve for bash. Add to ~/.bashrc: source <(helve completion bash)
_helve() {
  local line IFS=$'\\n'
  COMPREPLY=()
  while read -r line; do
    if [[ $line == ':files' ]]; then COMPREPLY+=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}"))
    else COMPREPLY+=("\${line%%$'\\t'*}"); fi
  done < <(helve __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o filenames -F _helve helve
`,
  zsh: `#compdef helve
# Completion of helve for zsh. Add to ~/.zshrc: source <(helve completion zsh)
_helve() {
  local line
  local -a found
  for line in "\${(@f)$(helve __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    if [[ $line == ':files' ]]; then _files
    elif [[ -n $line ]]; then found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}"); fi
  done
  (( \${#found} )) && _describe 'helve' found
}
(( $+functions[compdef] )) && compdef _helve helve
`,
  fish: `# Completion of helve for fish. Add to ~/.config/fish/config.fish: helve completion fish | source
function __helve_complete
  set -l words (commandline -opc)[2..] (commandline -ct)
  for line in (helve __complete -- $words 2>/dev/null)
    if test $line = ':files'
      __fish_complete_path (commandline -ct)
    else
      echo $line
    end
  end
end
complete -c helve -f -a '(__helve_complete)'
`,
  powershell: `# Completion of helve for PowerShell. Add to $PROFILE: helve completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName helve -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  if ($wordToComplete -eq '') { $words += '' }
  helve __complete '--' @words 2>$null | ForEach-Object {
    if ($_ -eq ':files') { Get-ChildItem -Name "$wordToComplete*" }
    else {
      $word, $meaning = $_ -split "\`t", 2
      if (-not $meaning) { $meaning = $word }
      [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $meaning)
    }
  }
}
`,
};
