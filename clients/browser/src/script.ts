// `/errord.js`: the script-tag build.

export {};
