// Frames that come again as the same array, which whoever reads a body takes care of: what is made of them need not be made
// again, and who holds them holds no memory of its own.

const repeated = new WeakSet<object>();

export function areRepeatedFrames(frames: object): boolean {
  return repeated.has(frames);
}

/** Of frames that will come again, or what was made of such frames and comes again with them. */
export function addRepeatedFrames(frames: object): void {
  repeated.add(frames);
}
