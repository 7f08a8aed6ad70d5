import { defaultSensitivePaths } from "./default-sensitive-paths.ts";

/**
 * The files that are important when the host names none: keys, repositories and what belongs to the system, whether they
 * are deleted or overwritten.
 */
export const defaultImportantFiles: readonly string[] = [...defaultSensitivePaths.writing, "**/.env", "**/.git/"];

/**
 * What can be made again, and so may be deleted although nobody knows who made it: outputs, caches, and what was
 * fetched. Any other file is important to somebody, unless the trajectory made it.
 */
export const replaceableFiles: readonly string[] = [
  "**/{node_modules,bower_components,.venv,venv,vendor/bundle,.tox,.nox,.eggs,*.egg-info}/",
  "**/{dist,build,out,target,bin/Debug,bin/Release,obj,coverage,htmlcov,_site,site-packages,.output}/",
  "**/{.next,.nuxt,.svelte-kit,.turbo,.parcel-cache,.gradle,.terraform,.angular,.vite}/",
  "**/{__pycache__,.pytest_cache,.mypy_cache,.ruff_cache,.hypothesis,.ipynb_checkpoints}/",
  "**/{.cache,cache,caches,.nyc_output,tmp,temp,.tmp}/",
  "**/*.{pyc,pyo,o,obj,class,tmp,temp,swp,swo,tsbuildinfo,gcda,gcno,lock.tmp}",
  "**/{*~,.DS_Store,Thumbs.db,.coverage,coverage.xml,lcov.info,.eslintcache,npm-debug.log*,yarn-error.log}",
];
