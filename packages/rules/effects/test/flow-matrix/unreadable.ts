import type { FlowLanguage } from "./programs.ts";

/** Statements that no reader can know the effects of: `syntax` is no program of the language, the others run an unknown text. */
export const unreadable: Readonly<Record<FlowLanguage, Readonly<Record<string, string>>>> = {
  shell: { syntax: "if ) (", eval: 'eval "$(unheard)"', source: ". <(unheard)" },
  python: { syntax: "def )(:", eval: "exec(unheard())", command: "__import__('os').system(unheard())" },
  javascript: {
    syntax: "let ]] = )",
    eval: "eval(unheard())",
    command: "require('child_process').execSync(unheard())",
  },
  powershell: { syntax: "if ( {", eval: "Invoke-Expression (unheard)", command: "& $unheard" },
  cmd: { syntax: "for in (", eval: "%unheard%", command: "call %unheard%" },
  php: { syntax: "= -> (", eval: "eval(unheard())", command: "system(unheard())" },
  go: { syntax: "func ) (", command: 'exec.Command("sh", "-c", unheard()).Run()' },
};
