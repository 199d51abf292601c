import type { EventRecord } from '../../../schemas/event.ts';
import { Fact } from '../ui/fact.tsx';
import { toVisible } from '../ui/hostile-text.ts';

/** Contexts that have a line of their own, by the names that senders give them. */
const NAMED_CONTEXTS = ['runtime', 'os', 'browser', 'device'] as const;

/** Where an event came from and how it was noticed, as far as its sender says so. */
export function OriginFacts({ event }: { readonly event: EventRecord }) {
  const { code, handled, mechanism, platform, serverName, transaction, logger, sdk, contexts } = event;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Code', code],
    ['Handled', handled === undefined ? undefined : handled ? 'Yes' : 'No'],
    ['Noticed by', mechanism],
    ['Transaction', transaction],
    ['Logger', logger],
    ['Platform', platform],
    ...NAMED_CONTEXTS.map((name) => [TITLES[name], toVersion(contexts?.[name])] as const),
    ['Server', serverName],
    ['Sent by', sdk && toVersion(sdk)],
  ];
  return facts.map(
    ([name, value]) =>
      value !== undefined &&
      value !== '' && (
        <Fact key={name} name={name}>
          {toVisible(value)}
        </Fact>
      ),
  );
}

const TITLES = { runtime: 'Runtime', os: 'System', browser: 'Browser', device: 'Device' } as const;

/** `CPython 3.12.1`; undefined for a context that names nothing. */
function toVersion(context: unknown): string | undefined {
  if (typeof context !== 'object' || context === null) return undefined;
  const { name, model, version } = context as { readonly [field: string]: unknown };
  const words = [name ?? model, version].filter((word) => typeof word === 'string' || typeof word === 'number');
  return words.length === 0 ? undefined : words.join(' ');
}
