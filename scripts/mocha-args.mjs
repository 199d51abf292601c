// What `npm test -- …` hands to mocha. Plain Node.

/** A test may be named by its source: `test/store/lists.test.ts` stands for what was built of it; folders and patterns too. */
export function toMochaArgs(argv) {
  return argv.map((arg) => {
    const [, folder] = /^(?:\.\/)?(test(?:\/[\w-]+)*)\/?$/.exec(arg) ?? [];
    if (folder !== undefined) return `dist/${folder}/**/*.test.js`;
    const [, path] = /^(?:\.\/)?(test\/.+)\.ts$/.exec(arg) ?? [];
    return path === undefined ? arg : `dist/${path}.js`;
  });
}

/** What Node is given to run mocha with these arguments, from the root. */
export function toMochaCommand(args) {
  return ['node_modules/mocha/bin/mocha.js', ...args];
}
