import assert from 'node:assert/strict';
import { MESSAGE_MARK } from '../../src/stack-text.js';
import { type EventSitePayload, toSite } from '../../src/workers/site.js';

const PYTHON = `Traceback (most recent call last):
  File "/srv/shop/db.py", line 7, in connect
    raise OSError("no route")
OSError: no route

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "/usr/lib/python3.12/contextlib.py", line 9, in inner
    return call()
  File "/srv/shop/cart.py", line 12, in load
    raise CartError("cart 42 is broken") from error
shop.CartError: cart 42 is broken`;

const JAVASCRIPT =
  'Error: no cart\n    at load (/srv/shop/cart.js:12:9)\nCaused by: Error: no rows\n    at q (/srv/db.js:1:2)';

interface StoredStack {
  readonly stack?: string;
  readonly stackFrames: readonly { readonly function?: string; readonly inApp: boolean }[];
  readonly causes?: readonly { readonly type?: string; readonly message?: string }[];
}

function siteOf(payload: Partial<EventSitePayload>) {
  const { site } = toSite({ type: 'exception', message: 'cart 42 is broken', ...payload });
  const text = (site.stack?.text ?? '{"stackFrames":[]}').replace(MESSAGE_MARK, site.message);
  const grouping = JSON.parse(site.grouping) as { readonly frames: readonly { readonly function: string }[] };
  return { ...site, stored: JSON.parse(text) as StoredStack, grouped: grouping.frames.map((frame) => frame.function) };
}

describe('the site of an event that brings the text of a stack', () => {
  it('has the frames and the causes of the text, and is grouped by its own frames', () => {
    const { stored, grouped, fingerprint } = siteOf({ stack: PYTHON });
    assert.deepEqual(
      stored.stackFrames.map((frame) => [frame.function, frame.inApp]),
      [
        ['load', true],
        ['inner', false],
      ],
    );
    assert.deepEqual(
      stored.causes?.map(({ type, message }) => [type, message]),
      [['OSError', 'no route']],
    );
    assert.equal(stored.stack, PYTHON);
    assert.deepEqual(grouped, ['load']);
    assert.notEqual(fingerprint, siteOf({}).fingerprint);
    assert.notEqual(fingerprint, siteOf({ stack: PYTHON.replace('line 12', 'line 13') }).fingerprint);
  });

  it('has the fingerprint that it had, when the text is of JavaScript', () => {
    const { stored, grouped, fingerprint } = siteOf({ stack: JAVASCRIPT });
    assert.equal(stored.stackFrames.length, 1);
    assert.equal(stored.causes?.[0]?.message, 'no rows');
    assert.deepEqual(grouped, []);
    assert.equal(fingerprint, siteOf({}).fingerprint);
  });

  it('keeps the frames that were sent, whatever the text says', () => {
    const stackFrames = [{ filename: '/srv/other.py', function: 'other', lineno: 1 }];
    const { stored, grouped } = siteOf({ stack: PYTHON, stackFrames });
    assert.deepEqual([stored.stackFrames.length, grouped, stored.causes], [1, ['other'], undefined]);
  });

  it('has no causes of the text when the event tells them, also when both come one after the other', () => {
    const causes = [{ message: 'sent' }];
    for (let round = 0; round < 2; round++) {
      assert.equal(siteOf({ stack: PYTHON, causes }).stored.causes, undefined);
      assert.equal(siteOf({ stack: PYTHON }).stored.causes?.length, 1);
      assert.equal(siteOf({ stack: PYTHON, causes: [] }).stored.causes?.length, 1);
    }
  });

  it('holds no secret that the text holds, in no frame and in no cause', () => {
    const link = 'https://a.example/?token=hunter2-hunter2';
    const stack = PYTHON.replace('OSError: no route', `OSError: ${link}`).replace('/srv/shop/cart.py', link);
    assert.ok(!JSON.stringify(siteOf({ stack })).includes('hunter2'));
  });

  it('is explained in the words of its language, or not at all', () => {
    const message = "Cannot read properties of undefined (reading 'id')";
    assert.notEqual(siteOf({ message, stack: JAVASCRIPT }).explanation, null);
    assert.equal(siteOf({ message, stack: PYTHON }).explanation, null);
    assert.equal(siteOf({ message, platform: 'python' }).explanation, null);
    assert.equal(siteOf({ message, stackFrames: [{ filename: '/srv/a.py' }] }).explanation, null);
  });
});

describe('frames that do not say whose they are', () => {
  const stackFrames = [
    { filename: '/usr/lib/python3/dist-packages/requests/api.py', function: 'get', lineno: 1 },
    { filename: '/srv/shop/cart.py', function: 'load', lineno: 12 },
    { filename: '/srv/shop/vendored.py', function: 'said', lineno: 1, inApp: false },
    { filename: '/srv/site-packages/own.py', function: 'own', lineno: 1, inApp: true },
  ];

  it('go by the rules of the language that the platform names', () => {
    assert.deepEqual(siteOf({ stackFrames, platform: 'Python' }).grouped, ['load', 'own']);
  });

  it('go by the rule of the contract without a platform, and for what is JavaScript or unknown', () => {
    for (const platform of [undefined, null, 'javascript', 'node', 'cobol', 7]) {
      assert.deepEqual(siteOf({ stackFrames, platform }).grouped, ['get', 'load', 'own'], String(platform));
    }
  });

  const RULES: readonly (readonly [platform: string, frame: object, isOwn: boolean])[] = [
    ['java', { module: 'java.util.ArrayList', filename: 'ArrayList.java' }, false],
    ['java', { module: 'com.acme.Cart', filename: 'Cart.java' }, true],
    ['kotlin', { module: 'kotlinx.coroutines.BuildersKt', filename: 'Builders.kt' }, false],
    ['go', { filename: '/root/go/pkg/mod/github.com/a/b@v1.0.0/c.go', function: 'f' }, false],
    ['go', { filename: '/srv/shop/main.go', module: 'main', function: 'main' }, true],
    ['ruby', { filename: '/usr/local/bundle/gems/rack-3.0/lib/rack.rb' }, false],
    ['php', { filename: '/srv/vendor/laravel/a.php' }, false],
    ['csharp', { module: 'System.Linq.Enumerable', function: 'First' }, false],
    ['csharp', { module: 'Acme.Shop', function: 'Load' }, true],
    ['rust', { function: 'core::panicking::panic', filename: '/rustc/1/library/core/src/panicking.rs' }, false],
    ['rust', { function: 'shop::load', filename: './src/main.rs' }, true],
    ['elixir', { filename: 'deps/plug/lib/plug.ex', module: 'Plug' }, false],
    ['swift', { module: 'UIKitCore', function: 'run' }, false],
    ['cocoa', { module: 'Shop', function: 'load' }, true],
    ['dart', { filename: 'package:flutter/src/widgets.dart' }, false],
    ['flutter', { filename: 'package:shop/cart.dart' }, true],
  ];
  for (const [platform, frame, isOwn] of RULES) {
    it(`are ${isOwn ? 'the application' : 'of others'}: ${platform} ${JSON.stringify(frame)}`, () => {
      assert.equal(siteOf({ stackFrames: [frame], platform }).stored.stackFrames[0]?.inApp, isOwn);
    });
  }
});
