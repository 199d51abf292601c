// What the screenshots show: a week of a small shop, the same on each run. Times are given in minutes before now.

const HOUR = 60;
const DAY = 24 * HOUR;

/** A generator of numbers from 0 to 1 that starts from a seed, so that each run draws the same. */
function openRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const inApp = (filename, name, lineno, code = {}) => ({
  filename,
  function: name,
  lineno,
  colno: 14,
  inApp: true,
  ...code,
});
const library = (name, file, lineno) => ({
  filename: `/srv/shop/node_modules/${name}/${file}`,
  function: 'next',
  lineno,
  colno: 5,
});

/** The error that has a page of its own among the pictures. */
export const FEATURED_MESSAGE = "Cannot read properties of undefined (reading 'total')";
/** What its request and logs share with it. */
export const FEATURED_CORRELATION = 'c-7f3a9e21';

const node = { runtime: 'node', nodeVersion: '22.14.0', os: 'linux', arch: 'x64' };
const browser = { runtime: 'browser', browser: 'Firefox 136', os: 'macOS' };

/** Each with when its events came: `count` of them between two moments. */
const ERRORS = [
  {
    event: {
      type: 'TypeError',
      message: FEATURED_MESSAGE,
      source: 'backend',
      projectId: 'checkout-api',
      release: 'checkout@2.8.1',
      environment: node,
      stackFrames: [
        inApp('/srv/shop/src/cart/price.ts', 'toPrice', 42, {
          preContext: [
            'export async function toPrice(cartId: string): Promise<Price> {',
            '  const cart = await carts.find(cartId);',
            '  const discount = await discounts.of(cart?.customerId);',
          ],
          contextLine: '  const net = cart.items.total - discount.amount;',
          postContext: ['  return { net, gross: net * (1 + taxRate(cart.country)) };', '}'],
        }),
        inApp('/srv/shop/src/orders/place-order.ts', 'placeOrder', 118, {
          preContext: ['  const session = await sessions.require(request);'],
          contextLine: '  const price = await toPrice(session.cartId);',
          postContext: ['  const payment = await payments.authorize(session, price);'],
        }),
        library('express', 'lib/router/layer.js', 95),
        library('express', 'lib/router/route.js', 149),
        inApp('/srv/shop/src/server.ts', 'route', 61),
      ],
      request: {
        method: 'POST',
        url: '/orders',
        statusCode: 500,
        duration: 184,
        headers: { 'user-agent': 'Mozilla/5.0', authorization: 'Bearer secret' },
      },
      user: { id: 'u_4821', plan: 'business' },
      tags: { region: 'eu-central-1', pod: 'checkout-5c9d' },
      breadcrumbs: [
        { category: 'http', message: 'GET /carts/c_991 200', timestamp: '2026-03-18T14:21:33.120Z' },
        {
          category: 'query',
          message: 'select * from discounts where customer_id = $1',
          timestamp: '2026-03-18T14:21:33.164Z',
        },
        { category: 'cache', message: 'miss cart:c_991', timestamp: '2026-03-18T14:21:33.171Z' },
      ],
    },
    runs: [
      { from: 3 * HOUR, to: 4, count: 61 },
      { from: 9 * HOUR, to: 3 * HOUR, count: 7 },
    ],
    correlationId: FEATURED_CORRELATION,
  },
  {
    event: {
      type: 'Error',
      message: 'connect ECONNREFUSED 10.0.4.17:5432',
      source: 'backend',
      severity: 'fatal',
      projectId: 'checkout-api',
      environment: node,
      stackFrames: [inApp('/srv/shop/src/database/pool.ts', 'acquire', 77), library('pg-pool', 'index.js', 45)],
    },
    runs: [{ from: 19.2 * HOUR, to: 18.4 * HOUR, count: 148 }],
  },
  {
    event: {
      type: 'UnhandledRejection',
      message: 'Request timed out after 30000 ms: POST https://payments.example/v1/authorize',
      source: 'backend',
      projectId: 'checkout-api',
      environment: node,
      stackFrames: [
        inApp('/srv/shop/src/payments/client.ts', 'authorize', 54),
        inApp('/srv/shop/src/orders/place-order.ts', 'placeOrder', 119),
      ],
    },
    runs: [{ from: 6.5 * DAY, to: 20, count: 190 }],
    status: 'acknowledged',
  },
  {
    event: {
      type: 'TypeError',
      message: 'Failed to fetch',
      source: 'frontend',
      severity: 'warning',
      projectId: 'storefront',
      environment: browser,
      stackFrames: [inApp('https://shop.example/assets/search.js', 'suggest', 12)],
    },
    runs: [{ from: 6.8 * DAY, to: 6, count: 260 }],
  },
  {
    event: {
      type: 'RangeError',
      message: 'Maximum call stack size exceeded',
      source: 'frontend',
      projectId: 'storefront',
      release: 'storefront@5.1.0',
      environment: browser,
      stackFrames: [
        inApp('https://shop.example/assets/filters.js', 'expand', 210),
        inApp('https://shop.example/assets/filters.js', 'expand', 214),
      ],
    },
    runs: [{ from: 95, to: 2, count: 23 }],
  },
  {
    event: {
      type: 'SyntaxError',
      message: 'Unexpected token \'<\', "<!doctype "... is not valid JSON',
      source: 'frontend',
      projectId: 'storefront',
      environment: browser,
      stackFrames: [inApp('https://shop.example/assets/api.js', 'readJson', 33)],
    },
    runs: [
      { from: 19.1 * HOUR, to: 18.2 * HOUR, count: 74 },
      { from: 5 * DAY, to: 2 * DAY, count: 12 },
    ],
    status: 'resolved',
  },
  {
    event: {
      type: 'ValidationError',
      message: 'email must be a valid address',
      source: 'backend',
      severity: 'info',
      projectId: 'accounts',
      environment: node,
      stackFrames: [inApp('/srv/accounts/src/sign-up.ts', 'validate', 28)],
    },
    runs: [{ from: 6.9 * DAY, to: 11, count: 96 }],
    status: 'ignored',
  },
  {
    event: {
      type: 'Error',
      message: 'ENOSPC: no space left on device, write',
      source: 'backend',
      severity: 'fatal',
      projectId: 'image-worker',
      environment: node,
      stackFrames: [inApp('/srv/images/src/resize.ts', 'store', 91)],
    },
    runs: [{ from: 38, to: 1, count: 9 }],
  },
  {
    event: {
      type: 'ReferenceError',
      message: 'ResizeObserver is not defined',
      source: 'frontend',
      projectId: 'storefront',
      environment: { ...browser, browser: 'Safari 12' },
      stackFrames: [inApp('https://shop.example/assets/gallery.js', 'observe', 8)],
    },
    runs: [{ from: 4 * DAY, to: 70, count: 41 }],
  },
  {
    event: {
      type: 'JsonWebTokenError',
      message: 'jwt expired',
      source: 'backend',
      severity: 'warning',
      projectId: 'accounts',
      environment: node,
      stackFrames: [inApp('/srv/accounts/src/session.ts', 'verify', 19)],
    },
    runs: [{ from: 6.9 * DAY, to: 3, count: 132 }],
  },
];

export const PROJECTS = ['accounts', 'checkout-api', 'image-worker', 'storefront'];

const ROUTES = [
  { projectId: 'checkout-api', method: 'GET', url: '/carts/c_{n}', mean: 24, failing: 0.004 },
  { projectId: 'checkout-api', method: 'POST', url: '/orders', mean: 160, failing: 0.03 },
  { projectId: 'checkout-api', method: 'PATCH', url: '/carts/c_{n}/items', mean: 38, failing: 0.006 },
  { projectId: 'storefront', method: 'GET', url: '/api/suggest?q=lamp', mean: 45, failing: 0.012, source: 'frontend' },
  { projectId: 'storefront', method: 'GET', url: '/api/products/{n}', mean: 61, failing: 0.003, source: 'frontend' },
  { projectId: 'accounts', method: 'POST', url: '/sessions', mean: 92, failing: 0.015 },
];

const LOGS = [
  { projectId: 'checkout-api', level: 'info', message: 'order placed in 212 ms' },
  { projectId: 'checkout-api', level: 'warn', message: 'payment provider slow: 2.4 s' },
  { projectId: 'checkout-api', level: 'debug', message: 'pool: 7 of 20 connections in use' },
  { projectId: 'image-worker', level: 'log', message: 'resized 14 variants of product 8812' },
  { projectId: 'image-worker', level: 'warn', message: 'volume /data is 97 % full' },
  { projectId: 'storefront', level: 'warn', message: 'image without alt text: hero-spring', source: 'frontend' },
  { projectId: 'accounts', level: 'info', message: 'session of u_4821 renewed' },
];

/** Everything that is sent, oldest first, with `status` for groups that somebody has dealt with. */
export function toDemoData(nowMs) {
  const random = openRandom(20_260_318);
  const at = (minutes) => new Date(nowMs - minutes * 60_000).toISOString();
  return {
    events: byTime(ERRORS.flatMap((error) => toEvents(error, { random, at }))),
    requests: byTime([...toRequests({ random, at }), ...featuredRequests(at)]),
    logs: byTime([...toLogs({ random, at }), ...featuredLogs(at)]),
    statuses: ERRORS.flatMap(({ event, status }) => (status === undefined ? [] : [{ message: event.message, status }])),
  };
}

function toEvents({ event, runs, correlationId }, { random, at }) {
  const minutes = runs.flatMap(({ from, to, count }) =>
    Array.from({ length: count }, () => to + random() * (from - to)),
  );
  const last = Math.min(...minutes);
  return minutes.map((minute) => ({
    ...event,
    timestamp: at(minute),
    ...(minute === last && correlationId !== undefined && { correlationId, timestamp: at(4) }),
  }));
}

/** More by day than by night, and failing while the database was away. */
function toRequests({ random, at }) {
  return Array.from({ length: 2600 }, () => {
    const minute = random() * 7 * DAY;
    const { mean, failing, url, ...route } = ROUTES[Math.floor(random() * ROUTES.length)];
    const isAway = minute > 18.4 * HOUR && minute < 19.2 * HOUR;
    const fails = random() < (isAway ? 0.5 : failing);
    const statusCode = fails ? (random() < 0.7 ? 500 : 404) : route.method === 'POST' ? 201 : 200;
    const duration = Math.round(mean * (0.5 + random() + (random() < 0.05 ? 8 : 0)));
    return {
      source: 'backend',
      ...route,
      url: url.replace('{n}', String(Math.floor(random() * 900) + 100)),
      statusCode,
      duration,
      timestamp: at(minute),
    };
  });
}

function toLogs({ random, at }) {
  return Array.from({ length: 420 }, () => ({
    source: 'backend',
    ...LOGS[Math.floor(random() * LOGS.length)],
    timestamp: at(random() * random() * 3 * DAY),
  }));
}

const shift = (iso, offsetMs) => new Date(Date.parse(iso) + offsetMs).toISOString();

function featuredRequests(at) {
  const record = { projectId: 'checkout-api', source: 'backend', correlationId: FEATURED_CORRELATION };
  return [
    { ...record, method: 'GET', url: '/carts/c_991', statusCode: 200, duration: 21, timestamp: shift(at(4), -98) },
    {
      ...record,
      method: 'POST',
      url: '/orders',
      statusCode: 500,
      duration: 184,
      timestamp: shift(at(4), -110),
      headers: { accept: 'application/json', authorization: 'Bearer secret', 'content-type': 'application/json' },
      responseHeaders: { 'content-type': 'application/json' },
      requestBody: '{"cartId":"c_991","shipping":"express","cardNumber":"4111111111111111"}',
      responseBody: '{"error":"internal"}',
      spans: FEATURED_SPANS,
    },
  ];
}

const FEATURED_SPANS = [
  { name: 'check the session', op: 'middleware', spanId: 'a1', offset: 1, duration: 9 },
  { name: 'GET session of the cart', op: 'db.redis', spanId: 'a2', parentSpanId: 'a1', offset: 2, duration: 7 },
  { name: 'GET http://carts.internal/carts/c_991', op: 'http.client', spanId: 'a3', offset: 11, duration: 23 },
  { name: 'select * from discounts where customer_id = $1', op: 'db.query', spanId: 'a4', offset: 54, duration: 31 },
  { name: 'price the order', op: 'function', spanId: 'a5', offset: 88, duration: 24, failed: true },
];

function featuredLogs(at) {
  const record = { projectId: 'checkout-api', source: 'backend', correlationId: FEATURED_CORRELATION };
  return [
    { ...record, level: 'debug', message: 'cache miss cart:c_991', timestamp: shift(at(4), -60) },
    {
      ...record,
      level: 'warn',
      message: 'cart c_991 has expired, reading without items',
      timestamp: shift(at(4), -18),
    },
  ];
}

function byTime(records) {
  return records.sort((a, b) => (a.timestamp < b.timestamp ? -1 : 1));
}
