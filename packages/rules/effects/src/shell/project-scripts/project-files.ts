/** The table of programs that load code of the project by themselves: configuration files, tests, build files. */

/** Code of a project that a program loads without naming it: tests, configuration files. */
export interface ProjectCode {
  /** The name of its language; for `cmake`, the commands that the file runs. */
  readonly language:
    | "javascript"
    | "python"
    | "ruby, known calls"
    | "rust"
    | "csharp"
    | "swift"
    | "zig"
    | "build file"
    | "cmake";
  /** The files that have such code, by their paths. */
  readonly files: RegExp;
  /**
   * Which of them: `all`; those that arguments name by a part of their paths (`pytest tests/test_a.py`), if any does; or only those that
   * arguments name as a file or a module (`uvicorn app.main:api`).
   */
  readonly chosen: "all" | "by part" | "by name";
}

interface ProjectFiles extends ProjectCode {
  readonly programs: RegExp;
  /** The first argument with which the program loads the files; without it, it always does. */
  readonly subcommand?: RegExp;
  /** The files and the text in one of them without which the program does not load the code. */
  readonly given?: readonly [files: RegExp, text: RegExp];
}

/** Package managers that run scripts, with any tool of the project. */
const scriptRunners = /^(npm|pnpm|yarn|bun|turbo|nx|lerna)$/;

const testRunners = /^(vitest|jest|mocha|ava|tap|jasmine|playwright|cypress|karma|uvu|c8|nyc|wdio|react-scripts|lage)$/;

const configuredPrograms =
  /^(vite|vitest|webpack|webpack-cli|webpack-dev-server|rollup|rspack|rsbuild|tsup|tsdown|unbuild|next|nuxt|nuxi|astro|remix|svelte-kit|vue-cli-service|react-scripts|craco|ng|expo|metro|parcel|storybook|gatsby|eslint|prettier|stylelint|commitlint|lint-staged|semantic-release|release-it|knip|jest|mocha|ava|karma|playwright|cypress|wdio|babel|postcss|tailwindcss|gulp|grunt|jake|electron-forge|electron-builder|wrangler|serverless|sls|cdk|docusaurus|vuepress|vitepress|eleventy|drizzle-kit|typeorm|sequelize|sequelize-cli|knex|prisma|plop|hygen|nodemon|pm2)$/;

/** Programs that run the modules of Python that their arguments name. */
const pythonRunners =
  /^(pytest|py\.test|unittest|nose2|green|ward|flask|uvicorn|gunicorn|hypercorn|daphne|granian|waitress-serve|uwsgi|fastapi|celery|dramatiq|rq|huey_consumer|streamlit|gradio|chainlit|marimo|bokeh|panel|voila|torchrun|accelerate|deepspeed|mpirun|mpiexec|locust|scrapy|manim|modal|ray|luigi|prefect|dagster|behave|radish|invoke|inv|fab|kopf|coverage|kernprof|py-spy|viztracer|pyinstrument|scalene|memray|nodemon|watchmedo|watchfiles|watchexec|entr|pm2|doctest)$/;

/** Programs that run the files of JavaScript that their arguments name. */
const javascriptRunners =
  /^(tsx|ts-node|ts-node-dev|esno|esr|vite-node|babel-node|swc-node|nodemon|pm2|forever|node-dev|mocha|jest|ava|tap|jasmine|c8|nyc|0x|clinic|electron|zx|jscodeshift|k6|artillery|autocannon|watchexec|concurrently)$/;

const configuration =
  /(^|\/)(\.?[\w-]+\.conf(ig)?(\.[\w-]+)?\.[cm]?[jt]s|\.[\w-]+rc\.[cm]?[jt]s|[Gg]ulpfile(\.babel)?\.[cm]?[jt]s|[Gg]runtfile\.[cm]?[jt]s|[Jj]akefile\.js|webpack\.[\w.-]+\.[cm]?[jt]s|knexfile\.[cm]?[jt]s|plopfile\.[cm]?[jt]s|\.eleventy\.js|(vitest|jest|playwright|cypress)[.-](setup|workspace|global-setup)\.[cm]?[jt]s|setupTests\.[jt]sx?)$/;

const tests =
  /\.(test|spec|cy|e2e|bench)\.[cm]?[jt]sx?$|(^|\/)(__tests__|tests?|spec|e2e|cypress)\/(.*\/)?[\w.-]+\.[cm]?[jt]sx?$/;

const runsScript = /^(run|run-script|exec|test|t|tst|start|build|dev|lint|affected|x)$/;

const rows: readonly ProjectFiles[] = [
  {
    programs: /^(pytest|py\.test|tox|nox|unittest|nose2|green|ward|coverage)$/,
    language: "python",
    files: /(^|\/)(test_[^/]*|[^/]*_test|tests)\.py$/,
    chosen: "by part",
  },
  {
    programs: /^(pytest|py\.test|tox|nox)$/,
    language: "python",
    files: /(^|\/)(conftest|noxfile)\.py$/,
    chosen: "all",
  },
  { programs: pythonRunners, language: "python", files: /\.py$/, chosen: "by name" },
  { programs: javascriptRunners, language: "javascript", files: /\.[cm]?[jt]sx?$/, chosen: "by name" },
  { programs: configuredPrograms, language: "javascript", files: configuration, chosen: "all" },
  { programs: testRunners, language: "javascript", files: configuration, chosen: "all" },
  { programs: testRunners, language: "javascript", files: tests, chosen: "by part" },
  { programs: scriptRunners, subcommand: runsScript, language: "javascript", files: configuration, chosen: "all" },
  {
    programs: scriptRunners,
    subcommand: /^(test|t|tst)$/,
    language: "javascript",
    files: tests,
    chosen: "by part",
  },
  {
    programs: /^rake$/,
    language: "ruby, known calls",
    files: /(^|\/)(Rakefile|rakefile|[^/]+\.rake)$/,
    chosen: "all",
  },
  {
    programs: /^(rspec|cucumber|minitest|guard)$/,
    language: "ruby, known calls",
    files: /(_spec|_test|_steps|spec_helper|test_helper|rails_helper)\.rb$|(^|\/)Guardfile$/,
    chosen: "by part",
  },
  { programs: /^vagrant$/, language: "ruby, known calls", files: /(^|\/)Vagrantfile$/, chosen: "all" },
  {
    programs: /^cargo$/,
    subcommand: /^(build|b|check|c|run|r|test|t|bench|clippy|install|doc|nextest)$/,
    language: "rust",
    files: /(^|\/)build\.rs$/,
    chosen: "all",
  },
  {
    programs: /^cargo$/,
    subcommand: /^(run|r|test|t|bench|nextest|install|watch|script|eval|miri|llvm-cov|flamegraph|[\w./-]+\.rs)$/,
    language: "rust",
    files: /\.rs$/,
    chosen: "all",
  },
  // A build script under another name, and a macro that the compiler runs.
  {
    programs: /^cargo$/,
    given: [/(^|\/)Cargo\.toml$/, /^\s*(build|proc-macro|proc_macro)\s*=(?!\s*"build\.rs")/m],
    language: "rust",
    files: /\.rs$/,
    chosen: "all",
  },
  { programs: /^dotnet$/, subcommand: /^(run|test|build|watch)$/, language: "csharp", files: /\.cs$/, chosen: "all" },
  { programs: /^swift$/, subcommand: /^(run|test|build)$/, language: "swift", files: /\.swift$/, chosen: "all" },
  { programs: /^zig$/, subcommand: /^(build|test)$/, language: "zig", files: /\.zig$/, chosen: "all" },
  {
    programs:
      /^(gradle|gradlew|mvn|mvnw|sbt|mill|bazel|bazelisk|buck2?|ant|meson|mix|rebar3|cabal|stack|nimble|dub|lein|tup|xmake|premake5?)$/,
    language: "build file",
    files:
      /(^|\/)([\w.-]+\.gradle(\.kts)?|[\w.-]+\.bzl|BUILD(\.bazel)?|WORKSPACE(\.bazel)?|build\.(sbt|sc|xml)|pom\.xml|meson\.build|mix\.exs|rebar\.config(\.script)?|Setup\.hs|[\w.-]+\.nimble|dub\.(json|sdl)|project\.clj|xmake\.lua|premake5\.lua)$/,
    chosen: "all",
  },
  {
    programs: /^(pip[\d.]*|uv|pdm|poetry|hatch|build|tox)$/,
    subcommand: /^(install|wheel|download|sync|build|pip|run|lock|--wheel|--sdist|\.)$/,
    language: "python",
    files: /(^|\/)setup\.py$/,
    chosen: "all",
  },
  {
    programs:
      /^(inv|invoke|fab|doit|snakemake|sphinx-build|sphinx-autobuild|locust|mkdocs|celery|scrapy|kedro|pyinfra|gunicorn|platformio|pio)$/,
    language: "python",
    files:
      /(^|\/)(tasks|fabfile|dodo|locustfile|conf|inventory|deploy|settings|gunicorn\.conf|celeryconfig|extra_script)\.py$|(^|\/)Snakefile$|\.smk$/,
    chosen: "all",
  },
  { programs: /^(scons|waf)$/, language: "python", files: /(^|\/)(SConstruct|SConscript|wscript)$/, chosen: "all" },
  { programs: /^c?cmake3?$/, language: "cmake", files: /(^|\/)(CMakeLists\.txt|[^/]+\.cmake)$/, chosen: "all" },
];

/**
 * The code that a program loads by itself.
 *
 * @param textsOf - returns the texts of the written files with some paths
 */
export function codeLoadedBy(
  program: string,
  subcommand: string | undefined,
  textsOf: (files: RegExp) => readonly string[],
): readonly ProjectCode[] {
  return rows.filter(({ programs, subcommand: needed, given }) => {
    if (!programs.test(program) || needed?.test(subcommand ?? "") === false) return false;
    return given === undefined || textsOf(given[0]).some((text) => given[1].test(text));
  });
}
