/** The text of a stream, or null when it is longer than it may be; then it is read no further. */
export async function readBounded(stream: AsyncIterable<Buffer>, bytesMax: number): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    // Leaving the loop destroys the stream.
    if (bytes > bytesMax) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
