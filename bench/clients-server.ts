// A route of Express that does next to nothing, so that what the client adds is not lost in it. Runs as a process of its own;
// started by servers.ts.

const [, , daemonUrl] = process.argv;
if (daemonUrl !== undefined) {
  const { init } = await import('@errord/node');
  init({ serverUrl: daemonUrl, projectId: 'bench' });
}
// Behind the client, as an application that is started with it loads it.
const { default: express } = await import('express');
const ORDER = { order: 7, items: Array.from({ length: 10 }, (_, index) => ({ id: index, price: 12.5 })) };
const app = express();
app.get('/orders/:id', (_request, response) => void response.json(ORDER));
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  process.stdout.write(`the application listens on http://127.0.0.1:${port}\n`);
});
process.once('SIGTERM', () => process.exit(0));
