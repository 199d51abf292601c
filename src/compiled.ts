import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const dir = fileURLToPath(new URL('../compiled/', import.meta.url));

/**
 * What the build has compiled: of the schema with this `$id` a validator or a stringifier, of the .proto file with this name the
 * functions that read and write its messages.
 */
export function loadCompiled(kind: 'body' | 'query' | 'json' | 'protobuf', id: string): unknown {
  return require(`${dir}${kind}/${id}.cjs`);
}
