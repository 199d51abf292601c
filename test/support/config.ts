// Configuration out of sources that a test makes up.

import assert from 'node:assert/strict';
import { type ConfigReading, type ConfigSources, readConfig } from '../../src/config.js';
import { ErrordError } from '../../src/errors.js';

export const CONFIG_FILE = '/home/ada/.service/config.json';

/** Sources that say nothing, over a file system that holds `files`. */
export function sources(said: Partial<ConfigSources> & { files?: Record<string, string> }): ConfigSources {
  return {
    flags: {},
    env: {},
    homeDir: '/home/ada',
    workDir: '/projects',
    readFile: (path) => {
      const content = said.files?.[path];
      if (content === undefined) throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
      return content;
    },
    ...said,
  };
}

export const read = (said: Parameters<typeof sources>[0]): ConfigReading => readConfig(sources(said));

/** What a person is told when it is refused. */
export function refusal(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    assert.ok(error instanceof ErrordError);
    assert.equal(error.code, 'config_invalid');
    return error.message;
  }
  assert.fail('was not refused');
}
