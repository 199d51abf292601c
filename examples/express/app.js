import { addBreadcrumb, captureMessage, expressErrorHandler, log, setUser } from '@errord/node';
import express from 'express';

const stock = new Map([
  ['apples', 3],
  ['pears', 0],
]);

const app = express();
app.use(express.json());

app.get('/health', (_request, response) => void response.json({ status: 'ok' }));

app.post('/orders', (request, response) => {
  const { user, fruit } = request.body;
  setUser({ id: user });
  addBreadcrumb({ category: 'order', message: `asked for ${fruit}` });
  const left = stock.get(fruit);
  if (left === 0) captureMessage(`no ${fruit} left`, 'warning');
  stock.set(fruit, left - 1);
  log('info', 'order placed', { fruit });
  // A fruit that nobody has heard of: `left` is undefined, and this throws.
  response.status(201).json({ left: left.toFixed() });
});

app.get('/slow', async (_request, response) => {
  console.warn('the slow page was asked for');
  await new Promise((resolve) => setTimeout(resolve, 300));
  response.send('done');
});

app.get('/lost', () => {
  // Nobody waits for it: an unhandled rejection, which ends the process.
  Promise.reject(new Error('the order is lost'));
});

app.use(expressErrorHandler());

const port = Number(process.env.PORT ?? 3000);
const server = app.listen(port, () => console.log(`http://localhost:${server.address().port}`));
