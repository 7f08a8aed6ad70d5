/** Files that are empty by convention, so that writing nothing to them loses nothing: `.gitkeep`, `__init__.py`. */
export const markerFile: RegExp = /(?:^|\/)(?:__init__\.pyi?|py\.typed|\.(?:git)?keep|\.nojekyll|\.placeholder)$/;
