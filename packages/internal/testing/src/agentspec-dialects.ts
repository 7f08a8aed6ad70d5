/** Rules in the spellings that people and models use, with the tree that each must be parsed to. */

/** Rules in one way in which people and models write them, each with its tree in short form. */
export interface Dialect {
  readonly name: string;
  readonly rules: readonly (readonly [text: string, tree: string])[];
}

/** Every way in which rules are written that we know of. */
export const dialects: readonly Dialect[] = [
  {
    name: "1 names with and without @",
    rules: [
      [
        "rule @ask_first trigger Mail.Send check True enforce stop end",
        "ask_first: before_action Mail.Send ? true => stop",
      ],
      [
        "rule ask_first trigger Mail.Send check True enforce stop end",
        "ask_first: before_action Mail.Send ? true => stop",
      ],
      ["rule @end trigger Mail.Send check True enforce stop end", "end: before_action Mail.Send ? true => stop"],
      [
        "rule before-noon trigger Mail.Send check True enforce stop end",
        "before-noon: before_action Mail.Send ? true => stop",
      ],
    ],
  },
  {
    name: "2 dotted triggers and any",
    rules: [
      ["rule @r trigger Bank.Transfer check p enforce stop end", "r: before_action Bank.Transfer ? p() => stop"],
      ["rule @r trigger any.shell check p enforce stop end", "r: before_action any.shell ? p() => stop"],
      ["rule @r trigger Bank.any check p enforce stop end", "r: before_action Bank.any ? p() => stop"],
      ["rule @r trigger any.any check p enforce stop end", "r: before_action any.any ? p() => stop"],
      ["rule @r trigger any check p enforce stop end", "r: before_action any.any ? p() => stop"],
    ],
  },
  {
    name: "3 bare triggers",
    rules: [
      ["rule @r trigger Notebook check p enforce stop end", "r: before_action any.Notebook ? p() => stop"],
      ["rule @r trigger WireMoney check !p enforce stop end", "r: before_action any.WireMoney ? not(p()) => stop"],
      ["rule @r trigger lift check p enforce stop end", "r: before_action any.lift ? p() => stop"],
      ["rule @r trigger rain_begins check p enforce stop end", "r: before_action any.rain_begins ? p() => stop"],
    ],
  },
  {
    name: "4 alternated triggers",
    rules: [
      ["rule @r trigger A.x | B.y check p enforce stop end", "r: before_action A.x, B.y ? p() => stop"],
      ["rule @r trigger A.x | B.y | C.z check p enforce stop end", "r: before_action A.x, B.y, C.z ? p() => stop"],
      [
        "rule @r trigger lock or unlock check p enforce stop end",
        "r: before_action any.lock, any.unlock ? p() => stop",
      ],
      [
        'rule @r trigger A.x || any || "b c" check p enforce stop end',
        "r: before_action A.x, any.any, any.b c ? p() => stop",
      ],
    ],
  },
  {
    name: "5 triggers of several words",
    rules: [
      ["rule @r trigger switch on check p enforce stop end", "r: before_action any.switch on ? p() => stop"],
      [
        "rule @r trigger fill up | pour out check p enforce stop end",
        "r: before_action any.fill up, any.pour out ? p() => stop",
      ],
      ['rule @r trigger "switch on" check p enforce stop end', "r: before_action any.switch on ? p() => stop"],
      ['rule @r trigger "Kitchen.Switch On" enforce stop end', "r: before_action Kitchen.Switch On ?  => stop"],
      ['rule @r trigger Kitchen."Switch On" enforce stop end', "r: before_action Kitchen.Switch On ?  => stop"],
      ["rule @r trigger switch_on check p enforce stop end", "r: before_action any.switch_on ? p() => stop"],
    ],
  },
  {
    name: "6 events",
    rules: [
      ["rule @r trigger state_change check p enforce stop end", "r: state_change any.any ? p() => stop"],
      ["rule @r trigger before_action check p enforce stop end", "r: before_action any.any ? p() => stop"],
      ["rule @r trigger action check p enforce stop end", "r: before_action any.any ? p() => stop"],
      ["rule @r trigger after_action Web.Fetch check p enforce stop end", "r: after_action Web.Fetch ? p() => stop"],
      ["rule @r trigger agent_finish check p enforce stop end", "r: agent_finish any.any ? p() => stop"],
      ["rule @r trigger finish check p enforce stop end", "r: agent_finish any.any ? p() => stop"],
      ["rule @r trigger state_change A.x | y check p enforce stop end", "r: state_change A.x, any.y ? p() => stop"],
      ["rule @r trigger action.run check p enforce stop end", "r: before_action action.run ? p() => stop"],
    ],
  },
  {
    name: "7 act before the tool",
    rules: [
      ["rule @r trigger act Shell check p enforce stop end", "r: before_action any.Shell ? p() => stop"],
      ["rule @r trigger act Bank.Pay check p enforce stop end", "r: before_action Bank.Pay ? p() => stop"],
      ["rule @r trigger act any check p enforce stop end", "r: before_action any.any ? p() => stop"],
    ],
  },
  {
    name: "8 a line with what the argument action is",
    rules: [
      [
        "rule @r trigger ManageFiles\n  action erase\ncheck p enforce stop end",
        'r: before_action any.ManageFiles ? <args action> == "erase"; p() => stop',
      ],
      [
        "rule @r trigger act Door action open enforce stop end",
        'r: before_action any.Door ? <args action> == "open" => stop',
      ],
      [
        'rule @r trigger Door.Use\naction "open wide"\ncheck enforce stop end',
        'r: before_action Door.Use ? <args action> == "open wide" => stop',
      ],
    ],
  },
  {
    name: "9 bindings",
    rules: [
      [
        'rule @r trigger act Pay query val who = {"id": "me"} check eq(who["id"], "me") enforce stop end',
        'r: before_action any.Pay [who = {id: "me"}] ? <let who id> == "me" => stop',
      ],
      [
        "rule @r trigger act Pay prepare val now = invoke_action(Clock.Now, {}) check p(now) enforce stop end",
        "r: before_action any.Pay [now = invoke Clock.Now {}] ? p(<let now>) => stop",
      ],
      [
        "rule @r trigger Pay let most = 10 let list = [most] check args.sum > most args.sum in list enforce stop end",
        "r: before_action any.Pay [most = 10] [list = [<let most>]] ? <args sum> > <let most>; <args sum> in <let list> => stop",
      ],
    ],
  },
  {
    name: "10 comparisons and judges as predicates, values of cur_action",
    rules: [
      [
        'rule @r trigger act Sh check eq(cur_action["cmd"], "ls") enforce none end',
        'r: before_action any.Sh ? <args cmd> == "ls" => none',
      ],
      [
        'rule @r trigger act Sh check lt(cur_act["n"], 5) gt(cur_act["n"], 1) leq(1, 2) geq(2, 1) neq(1, 2) enforce stop end',
        "r: before_action any.Sh ? <args n> < 5; <args n> > 1; 1 <= 2; 2 >= 1; 1 != 2 => stop",
      ],
      [
        'rule @r trigger act Sh check llm_judge(cur_action["text"], "is it rude?") enforce stop end',
        'r: before_action any.Sh ? llm_judge(<args text>, "is it rude?") => stop',
      ],
      [
        'rule @r trigger act Sh check !tool_emu_judge(cur_action, "too risky") enforce stop end',
        'r: before_action any.Sh ? not(tool_emu_judge(<args>, "too risky")) => stop',
      ],
    ],
  },
  {
    name: "11 conjunctions",
    rules: [
      [
        "rule @r trigger Car check fast(1)\nrain\nenforce stop end",
        "r: before_action any.Car ? fast(1); rain() => stop",
      ],
      [
        "rule @r trigger Car check fast(1) & rain enforce stop end",
        "r: before_action any.Car ? fast(1); rain() => stop",
      ],
      [
        "rule @r trigger Car check fast(1) and rain and night enforce stop end",
        "r: before_action any.Car ? fast(1); rain(); night() => stop",
      ],
      [
        "rule @r trigger Car check a | b c & d enforce stop end",
        "r: before_action any.Car ? or(a(), b()); c(); d() => stop",
      ],
      [
        "rule @r trigger Car check a & (b | c) | !(d e) enforce stop end",
        "r: before_action any.Car ? or(and(a(), or(b(), c())), not(and(d(), e()))) => stop",
      ],
    ],
  },
  {
    name: "12 negations, True and true",
    rules: [
      [
        "rule @r trigger X check !p ! q ¬s not t enforce stop end",
        "r: before_action any.X ? not(p()); not(q()); not(s()); not(t()) => stop",
      ],
      ["rule @r trigger X check !!p enforce stop end", "r: before_action any.X ? not(not(p())) => stop"],
      ["rule @r trigger X check True False enforce stop end", "r: before_action any.X ? true; false => stop"],
      ["rule @r trigger X check true !false enforce stop end", "r: before_action any.X ? true; not(false) => stop"],
    ],
  },
  {
    name: "13 arguments of predicates",
    rules: [
      [
        "rule @r trigger X check near(10) far(2.0) enforce stop end",
        "r: before_action any.X ? near(10); far(2) => stop",
      ],
      [
        "rule @r trigger X check !may_read(person, file) enforce stop end",
        "r: before_action any.X ? not(may_read(<args person>, <args file>)) => stop",
      ],
      [
        'rule @r trigger X check is_in(args.path, "/tmp", ["a", {"b": None}], true) enforce stop end',
        'r: before_action any.X ? is_in(<args path>, "/tmp", ["a", {b: null}], true) => stop',
      ],
      [
        "rule @r trigger X check changed(state.door, action.name, prompt, trajectory[0].name) enforce stop end",
        "r: before_action any.X ? changed(<state door>, <action name>, <prompt>, <trajectory 0 name>) => stop",
      ],
    ],
  },
  {
    name: "14 no predicates",
    rules: [
      ["rule @r trigger A.b check enforce stop end", "r: before_action A.b ?  => stop"],
      ["rule @r trigger A.b enforce stop end", "r: before_action A.b ?  => stop"],
      ["rule @r trigger agent_finish enforce stop end", "r: agent_finish any.any ?  => stop"],
    ],
  },
  {
    name: "15 reflection",
    rules: [
      ["rule @r trigger A.b enforce llm_self_reflect end", "r: before_action A.b ?  => llm_self_reflect"],
      ["rule @r trigger A.b enforce llm_self_examine end", "r: before_action A.b ?  => llm_self_reflect"],
      ["rule @r trigger A.b enforce llm_self_examine stop end", "r: before_action A.b ?  => llm_self_reflect; stop"],
    ],
  },
  {
    name: "16 none and skip",
    rules: [
      ["rule @r trigger A.b check p enforce none end", "r: before_action A.b ? p() => none"],
      ["rule @r trigger A.b check p enforce skip end", "r: before_action A.b ? p() => skip"],
      ["rule @r trigger A.b check p enforce skip none end", "r: before_action A.b ? p() => skip; none"],
    ],
  },
  {
    name: "17 inspections",
    rules: [
      ["rule @r trigger A.b enforce user_inspection end", "r: before_action A.b ?  => ask"],
      ["rule @r trigger A.b enforce user_inspection(cut, blur) end", "r: before_action A.b ?  => ask cut blur"],
      ['rule @r trigger A.b enforce user_inspection("Really?") end', 'r: before_action A.b ?  => ask "Really?"'],
      [
        hole('rule @r trigger A.b enforce user_inspection("Send {args.n} to {args.to[0].end}?", cut) end'),
        'r: before_action A.b ?  => ask "Send <args n> to <args to 0 end>?" cut',
      ],
    ],
  },
  {
    name: "18 actions that are invoked",
    rules: [
      [
        'rule @r trigger A.b enforce invoke_action(Log.Add, {"a": 1, "b": args.x}) end',
        "r: before_action A.b ?  => invoke Log.Add {a: 1, b: <args x>}",
      ],
      [
        'rule @r trigger A.b enforce invoke_action(Log.Add, {"a": 1 "b": 2}) end',
        "r: before_action A.b ?  => invoke Log.Add {a: 1, b: 2}",
      ],
      ["rule @r trigger A.b enforce invoke_action(beep, {}) end", "r: before_action A.b ?  => invoke beep {}"],
      [
        'rule @r trigger A.b enforce invoke_action(say, "good night") end',
        'r: before_action A.b ?  => invoke say "good night"',
      ],
      [
        'rule @r trigger finish enforce invoke_action("shut Window") end',
        'r: agent_finish any.any ?  => invoke shut "Window"',
      ],
      ['rule @r trigger A.b enforce invoke_action("beep") end', "r: before_action A.b ?  => invoke beep {}"],
    ],
  },
  {
    name: "19 what a host knows how to do",
    rules: [
      [
        "rule @r trigger state_change check close (10) enforce keep_dist (10) slow_down (1) end",
        "r: state_change any.any ? close(10) => keep_dist(10); slow_down(1)",
      ],
      [
        "rule @r trigger Car enforce planner:cruise:MaxSpeed = 8.33 end",
        "r: before_action any.Car ?  => planner:cruise:MaxSpeed(8.33)",
      ],
      [
        "rule @r trigger Car check rain(1) & night enforce a:b = -1 a:c = 2 stop end",
        "r: before_action any.Car ? rain(1); night() => a:b(-1); a:c(2); stop",
      ],
    ],
  },
  {
    name: "20 comments",
    rules: [
      [
        "// first\nrule @r # name\ntrigger A.b /* the\ntool */ check p enforce stop end // last",
        "r: before_action A.b ? p() => stop",
      ],
      [
        "# rule @x trigger X check enforce stop end\nrule @r trigger A.b check p enforce stop end",
        "r: before_action A.b ? p() => stop",
      ],
      ["rule @r trigger A.b check p // q\n!s enforce stop end", "r: before_action A.b ? p(); not(s()) => stop"],
    ],
  },
  {
    name: "21 lists and sentences",
    rules: [
      [
        "rule @r\ntrigger Run(line)\ncheck\n  - line contains 'git push'\nenforce\n  - abort action\nend",
        'r: before_action any.Run ? <args line> contains "git push" => stop',
      ],
      [
        hole(
          'rule @r\ntrigger Run(line)\ncheck\n- p(line)\n- !q\nenforce\n- ask for user inspection: "Run {line}?"\nend',
        ),
        'r: before_action any.Run ? p(<args line>); not(q()) => ask "Run <args line>?"',
      ],
      [
        "rule @r trigger Mail.Send(to, text) check - text matches 'secret' enforce - self-examinate - log action - warn: 'careful' end".replaceAll(
          " - ",
          "\n - ",
        ),
        'r: before_action Mail.Send ? <args text> matches "secret" => llm_self_reflect; log; warn "careful"',
      ],
      [
        "rule @r trigger Run enforce\n- suggest: 'use a dry run'\nend",
        'r: before_action any.Run ?  => warn "use a dry run"',
      ],
    ],
  },
];

/** Puts a dollar sign before each brace. */
function hole(text: string): string {
  return text.replaceAll("{", "$" + "{");
}
