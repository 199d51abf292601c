// Frames that come again as the same array, which whoever reads a body takes care of: what is made of them need not be made
// again. Who keeps them longer than that keeps all that was sent with them: so they are held weakly.

const repeated = new WeakSet<object>();

export function areRepeatedFrames(frames: object): boolean {
  return repeated.has(frames);
}

/** Of frames that will come again, or what was made of such frames and comes again with them. */
export function addRepeatedFrames(frames: object): void {
  repeated.add(frames);
}
