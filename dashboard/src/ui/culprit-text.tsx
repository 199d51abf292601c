import type { Culprit } from '../../../schemas/error-group.ts';
import { toVisible } from './hostile-text.ts';

/** Where the latest event comes from; the end of a path tells more than its beginning. */
export function CulpritText({ culprit: { function: name, file, line } }: { readonly culprit: Culprit }) {
  const place = [file, line].filter((part) => part !== undefined).join(':');
  const short = [file?.split('/').at(-1), line].filter((part) => part !== undefined).join(':');
  const whole = [name, place].filter((part) => part !== undefined && part !== '').join(' · ');
  return (
    <span className="error-culprit mono clip" title={toVisible(whole)}>
      {toVisible([name, short].filter((part) => part !== undefined && part !== '').join(' · '))}
    </span>
  );
}
