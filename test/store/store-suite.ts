// What any store must do. Uses the port only, so that another implementation can be held to the same behaviour.

import type { OpenStore } from '../../src/store/store.js';
import { cleanUp, openHarness } from '../support/store-harness.js';
import { describeDigests } from './suite/digests.js';
import { describeLifecycle } from './suite/lifecycle.js';
import { describeProjects } from './suite/projects.js';

/** Runs the whole suite against one implementation. */
export function describeStore(name: string, openStore: OpenStore): void {
  describe(name, () => {
    afterEach(cleanUp);
    const open = (options = {}) => openHarness(openStore, options);
    describeProjects(open);
    describeDigests(open);
    describeLifecycle(open);
  });
}
