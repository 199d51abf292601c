import assert from 'node:assert/strict';
import * as errord from '@errord/node';
import { useClient, useSilentConsole } from './support.js';

const SECRET = 'hunter2-hunter2';

describe('a secret', () => {
  useSilentConsole();
  const { init, serve, daemon } = useClient();

  it('leaves the process in no field of anything', async () => {
    init({ captureBodies: true, captureConsole: true });
    const url = await serve((request, response) => {
      request.resume();
      errord.setUser({ id: 7, password: SECRET });
      errord.addBreadcrumb({ message: `GET /?token=${SECRET}`, data: { apiKey: SECRET } });
      errord.captureError(
        Object.assign(new Error(`connect to https://ann:${SECRET}@shop/?token=${SECRET}`), {
          config: { headers: { Authorization: `Bearer ${SECRET}` } },
          body: JSON.stringify({ password: SECRET }),
          cause: new Error(`{"password":"${SECRET}"}`),
        }),
        { token: SECRET, nested: [{ secret: SECRET }], rawHeaders: ['Cookie', SECRET] },
      );
      console.error('login', { password: SECRET });
      console.warn(`{"access_token":"${SECRET}"}`);
      errord.log('info', 'login', { refreshToken: SECRET });
      response.setHeader('set-cookie', `session=${SECRET}`);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ accessToken: SECRET }));
    });
    await fetch(`${url}/login?api_key=${SECRET}`, {
      method: 'POST',
      headers: { authorization: SECRET, cookie: SECRET, 'x-api-key': SECRET, 'content-type': 'application/json' },
      body: JSON.stringify({ user: 'ann', passwd: SECRET }),
    });
    await daemon().until(() => daemon().records('requests').length === 1);
    await errord.flush();
    assert.equal(daemon().records('events').length, 2);
    assert.equal(daemon().records('logs').length, 2);
    for (const { path, body } of daemon().calls) {
      assert.ok(!body.includes(SECRET), `${path}: ${body}`);
      assert.ok(body.includes('[Redacted]'));
    }
  });
});
