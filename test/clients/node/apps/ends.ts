// Ways in which a process ends. Knows nothing of the library: that is loaded in front of it, or not.

import { createServer, get, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const fail = (): never => {
  throw new Error('the shop is closed');
};
const listen = (event: 'uncaughtException' | 'unhandledRejection', say: string): void => {
  process.on(event, () => {
    process.stdout.write(say);
  });
};

/** Serves one request, made by the process itself. */
const serve = (answer: (response: ServerResponse) => void): void => {
  const server = createServer((_request, response) => {
    answer(response);
  }).listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    get({ port, path: '/orders/7' }, (response) => response.resume()).on('error', () => undefined);
  });
};

const ENDS: Readonly<Record<string, () => unknown>> = {
  throw: fail,
  'throw a text': () => {
    // oxlint-disable-next-line typescript/only-throw-error
    throw 'closed';
  },
  'throw null': () => {
    // oxlint-disable-next-line typescript/only-throw-error
    throw null;
  },
  'throw past a listener': () => {
    listen('uncaughtException', 'listened\n');
    return fail();
  },
  'throw into a listener that exits': () => {
    process.on('uncaughtException', () => process.exit(7));
    return fail();
  },
  'throw from a listener': () => {
    process.on('uncaughtException', () => fail());
    return fail();
  },
  reject: () => Promise.reject(new Error('the order is lost')),
  // oxlint-disable-next-line typescript/prefer-promise-reject-errors
  'reject with a text': () => Promise.reject('lost'),
  'reject past a listener': () => {
    listen('unhandledRejection', 'listened\n');
    return Promise.reject(new Error('the order is lost'));
  },
  'log, then throw': () => {
    const error = new Error('the shop is closed');
    console.error(error);
    throw error;
  },
  'log, then end': () => {
    console.error(new Error('the shop is closed'));
  },
  'log, then exit': () => {
    console.error(new Error('the shop is closed'));
    process.exit(3);
  },
  'exit in an exit listener': () => {
    process.on('exit', () => {
      process.exitCode = 5;
    });
  },
  'throw while serving': () => {
    serve(() => {
      setImmediate(fail);
    });
  },
  'throw behind an answer': () => {
    serve((response) => {
      response.end('ok').on('close', () => setImmediate(fail));
    });
  },
  'throw with an answer': () => {
    serve((response) => {
      response.end('ok');
      fail();
    });
  },
  end: () => undefined,
};

const [, , name = ''] = process.argv;
if (name === 'throw while loading') fail();
// Behind the loading of modules, whose failures Node tells as rejections.
setImmediate(() => ENDS[name]?.());
