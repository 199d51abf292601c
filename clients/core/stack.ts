// The daemon's own reader of JavaScript stacks, for the packages, which import from this folder alone.

export { parseStack } from '../../src/workers/domain/stacks/javascript-frames.js';
