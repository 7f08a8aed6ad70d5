import { defaultSensitivePaths } from "./default-sensitive-paths.ts";

/**
 * The files that must not be deleted or overwritten if the policy has no `importantFiles`: keys, git repositories and files of
 * the system.
 */
export const defaultImportantFiles: readonly string[] = [
  ...defaultSensitivePaths.writing,
  "**/.env",
  "**/.env.{production,prod,staging}",
  "**/.git/",
];

/**
 * Files that can be created again and so may be deleted by default: build outputs, caches and downloaded dependencies. Any
 * other file counts as important, unless an earlier step of the session created it.
 */
export const replaceableFiles: readonly string[] = [
  "**/{node_modules,bower_components,.venv,venv,vendor/bundle,.tox,.nox,.eggs,*.egg-info}/",
  "**/{dist,build,out,output,target,bin/Debug,bin/Release,obj,coverage,htmlcov,_site,site-packages,.output}/",
  "**/{.next,.nuxt,.svelte-kit,.turbo,.parcel-cache,.gradle,.terraform,.angular,.vite}/",
  "**/{dist-*,build-*,cmake-build-*,_build,_generated,__generated__,generated,storybook-static,test-results,playwright-report}/",
  "**/{__pycache__,.pytest_cache,.mypy_cache,.ruff_cache,.hypothesis,.ipynb_checkpoints}/",
  "**/{.cache,cache,caches,.nyc_output,tmp,temp,.tmp}/",
  "**/*.{pyc,pyo,o,obj,class,tmp,temp,swp,swo,tsbuildinfo,gcda,gcno,lock.tmp,log,pid}",
  // The next installation writes a lock file again, perhaps with newer versions.
  "**/{package-lock.json,npm-shrinkwrap.json,yarn.lock,pnpm-lock.yaml,bun.lock,bun.lockb,deno.lock}",
  "**/{Gemfile.lock,composer.lock,poetry.lock,uv.lock,pdm.lock,Pipfile.lock,Cargo.lock,mix.lock,pubspec.lock,Podfile.lock,go.sum,flake.lock}",
  "**/*.{aux,bbl,bcf,blg,fls,fdb_latexmk,run.xml,synctex.gz,toc,lof,lot}",
  "**/{*~,.DS_Store,Thumbs.db,.coverage,coverage.xml,lcov.info,.eslintcache,npm-debug.log*,yarn-error.log}",
];
