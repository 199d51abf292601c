import assert from 'node:assert/strict';
import { SessionCodes, Sessions } from '../../src/gateway/sessions.js';
import {
  SESSION_CODE_MS,
  SESSION_CODES_MAX,
  SESSION_MS,
  SESSIONS_MAX,
  SESSIONS_PER_KEY_MAX,
} from '../../src/limits.js';
import { times } from '../support/store-harness.js';

const NOW_MS = 1_000_000;

describe('sessions', () => {
  it('last for thirty days', () => {
    const sessions = new Sessions(null, []);
    const { secret, session } = sessions.make('1', NOW_MS);
    assert.equal(sessions.find(secret, NOW_MS), null);
    sessions.add(session);
    assert.equal(sessions.find(secret, NOW_MS + SESSION_MS - 1), session);
    assert.equal(sessions.find(secret, NOW_MS + SESSION_MS), null);
    assert.equal(sessions.find(`${secret}0`, NOW_MS), null);
  });

  it('push out the oldest of their key past its limit', () => {
    const sessions = new Sessions(null, []);
    const made = times(SESSIONS_PER_KEY_MAX + 1, () => sessions.make('1', NOW_MS));
    const other = sessions.make('2', NOW_MS);
    sessions.add(other.session);
    const pushedOut = made.flatMap(({ session }) => sessions.add(session));
    assert.deepEqual(pushedOut, [made[0]?.session]);
    assert.equal(sessions.find(made[0]?.secret ?? '', NOW_MS), null);
    assert.equal(sessions.find(made[1]?.secret ?? '', NOW_MS), made[1]?.session);
    assert.equal(sessions.find(other.secret, NOW_MS), other.session);
  });

  it('push out the oldest of the key that has the most past the limit of all, and never who has fewer', () => {
    const sessions = new Sessions(null, []);
    const first = sessions.make('the only one', NOW_MS);
    sessions.add(first.session);
    const keys = SESSIONS_MAX / SESSIONS_PER_KEY_MAX;
    const made = times(SESSIONS_MAX - 1, (index) => sessions.make(String(index % keys), NOW_MS));
    assert.deepEqual(
      made.flatMap(({ session }) => sessions.add(session)),
      [],
    );
    assert.deepEqual(sessions.add(sessions.make('another', NOW_MS).session), [made[0]?.session]);
    assert.equal(sessions.find(first.secret, NOW_MS), first.session);
  });

  it('are taken out when they have expired, and no sooner', () => {
    const sessions = new Sessions(null, []);
    const { session } = sessions.make('1', NOW_MS);
    sessions.add(session);
    assert.deepEqual(sessions.takeExpired(NOW_MS + SESSION_MS - 1), []);
    assert.deepEqual(sessions.takeExpired(NOW_MS + SESSION_MS), [session]);
    assert.ok(sessions.isEmpty);
  });

  it('of a key end together', () => {
    const sessions = new Sessions('token', []);
    const [first, second, ofToken] = ['1', '2', null].map((keyId) => {
      const made = sessions.make(keyId, NOW_MS);
      sessions.add(made.session);
      return made;
    });
    sessions.removeOfKey('1');
    assert.equal(sessions.find(first?.secret ?? '', NOW_MS), null);
    assert.ok(sessions.find(second?.secret ?? '', NOW_MS));
    assert.ok(sessions.find(ofToken?.secret ?? '', NOW_MS));
  });

  it('of the token are found with that token alone', () => {
    const { secret, session } = new Sessions('token', []).make(null, NOW_MS);
    assert.ok(new Sessions('token', [session]).find(secret, NOW_MS));
    assert.equal(new Sessions('other', [session]).find(secret, NOW_MS), null);
    assert.equal(new Sessions(null, [session]).find(secret, NOW_MS), null);
  });
});

describe('codes for a login', () => {
  it('are good once, for a minute', () => {
    const codes = new SessionCodes();
    const early = codes.make('1', NOW_MS);
    const late = codes.make(null, NOW_MS);
    assert.equal(codes.redeem(early.code, NOW_MS + SESSION_CODE_MS - 1), '1');
    assert.equal(codes.redeem(early.code, NOW_MS), undefined);
    assert.equal(late.expiresAtMs, NOW_MS + SESSION_CODE_MS);
    assert.equal(codes.redeem(late.code, NOW_MS + SESSION_CODE_MS), undefined);
  });

  it('are void from the oldest on, past the limit', () => {
    const codes = new SessionCodes();
    const made = times(SESSION_CODES_MAX + 1, () => codes.make('1', NOW_MS));
    assert.equal(codes.redeem(made[0]?.code ?? '', NOW_MS), undefined);
    assert.equal(codes.redeem(made[1]?.code ?? '', NOW_MS), '1');
  });
});
