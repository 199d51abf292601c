// The stack of a JavaScript error, read by the daemon's own rules.

export { parseStack } from '../../src/workers/domain/stacks/javascript-frames.js';
