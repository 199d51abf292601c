// The fingerprint of version 2 that a digest carries: remembered with its site, and still that of each event.

import assert from 'node:assert/strict';
import type { EventPrint } from '../../src/messages.js';
import { digestCall } from '../../src/workers/digest.js';
import { EVENT, facts, onlyDigest } from '../support/digests.js';

function secondOf(payload: object): EventPrint | undefined {
  const tools = { newId: () => 'id', usesSecond: () => true };
  const items = [{ kind: 'event' as const, payload: { ...EVENT, ...payload } }];
  return onlyDigest(digestCall(facts(), { items }, tools), 'event').second;
}

describe('the second fingerprint of an event', () => {
  const ownFrames = [{ filename: '/app/src/cart.js', function: 'total', lineno: 7, inApp: true }];

  it('is the same object for the events of a site whose frames tell where it failed', () => {
    const event = { message: 'no price', stackFrames: ownFrames };
    const first = secondOf({ ...event, request: { method: 'GET', url: '/cart' } });
    assert.equal(secondOf({ ...event, request: { method: 'POST', url: '/orders' } }), first);
    assert.equal(first?.fingerprintVersion, 2);
  });

  it('is that of the route of each event where no frame tells where it failed', () => {
    const [cart, orders, again] = ['/cart/1', '/orders/1', '/cart/2'].map(
      (url) => secondOf({ message: 'no route tells', request: { method: 'GET', url } })?.fingerprint,
    );
    assert.notEqual(cart, orders);
    assert.equal(cart, again);
  });

  it('is that of the source and of the component of each event', () => {
    const message = 'Objects are not valid as a React child';
    const prints = [
      { source: 'frontend', componentName: 'Cart' },
      { source: 'frontend', componentName: 'Checkout' },
      { source: 'frontend', componentName: 'Cart' },
    ].map((fields) => secondOf({ message, stackFrames: ownFrames, ...fields })?.fingerprint);
    assert.equal(new Set(prints).size, 2);
    assert.equal(prints[0], prints[2]);
  });

  it('is that of the words that each event brings as its own', () => {
    const [one, other] = ['one', 'other'].map((word) => secondOf({ message: 'own words', fingerprint: [word] }));
    assert.notEqual(one?.fingerprint, other?.fingerprint);
  });
});
