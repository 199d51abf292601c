// `import '@errord/node/auto'`, `node --import @errord/node/auto app.js`, `node -r @errord/node/auto app.js`: set up from the
// environment alone. A wrong variable is said once, and the application runs without; an unknown one is said and ignored.

import { currentReporter } from './current.js';
import { findUnknownVariables, readEnvironmentOptions, VARIABLE_NAMES } from './environment.js';
import { init } from './index.js';

// An application that sets itself up before this is loaded has the last word.
if (currentReporter() === undefined) {
  for (const name of findUnknownVariables()) {
    process.stderr.write(`errord: there is no variable ${name}; the variables are ${VARIABLE_NAMES.join(', ')}.\n`);
  }
  try {
    init(readEnvironmentOptions());
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)} Nothing is reported.\n`);
  }
}
