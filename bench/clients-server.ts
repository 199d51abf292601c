// An application that is as fast as one of `node:http` can be, so that what the client adds is not lost in it. Runs as a
// process of its own; started by servers.ts.

import { createServer } from 'node:http';

const [, , daemonUrl] = process.argv;
if (daemonUrl !== undefined) {
  const { init } = await import('@errord/node');
  init({ serverUrl: daemonUrl, projectId: 'bench' });
}
const BODY = JSON.stringify({
  order: 7,
  items: Array.from({ length: 10 }, (_, index) => ({ id: index, price: 12.5 })),
});
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': BODY.length });
  response.end(BODY);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  process.stdout.write(`the application listens on http://127.0.0.1:${port}\n`);
});
process.once('SIGTERM', () => process.exit(0));
