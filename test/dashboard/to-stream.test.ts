import assert from 'node:assert/strict';
import { loadDashboardModule } from '../support/dashboard-module.js';

interface Item {
  readonly key: string;
  readonly about: string;
}

interface Module {
  toStream(came: readonly Item[], earlier: readonly Item[]): readonly Item[];
}

const came = (seq: number, about: string): Item => ({ key: `arrival-${seq}`, about });
const read = (about: string): Item => ({ key: about, about });

describe('the live stream', () => {
  let module: Module;
  before(async () => {
    module = await loadDashboardModule<Module>('overview/to-stream.ts');
  });

  const keys = (items: readonly Item[]): readonly string[] => items.map(({ key }) => key);

  it('has no second line for what has come and was read too', () => {
    const items = module.toStream(
      [came(2, 'error-a'), read('log-1')],
      [read('error-a'), read('log-1'), read('error-b')],
    );
    assert.deepEqual(keys(items), ['arrival-2', 'log-1', 'error-b']);
  });

  it('has a line for each time that an error came', () => {
    const items = module.toStream([came(3, 'error-a'), came(2, 'error-a')], [read('error-a')]);
    assert.deepEqual(keys(items), ['arrival-3', 'arrival-2']);
  });

  it('has what was told twice once', () => {
    assert.deepEqual(keys(module.toStream([read('log-1'), read('log-1')], [])), ['log-1']);
  });
});
