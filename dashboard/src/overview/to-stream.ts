import type { StreamItem } from './stream-items.ts';

/**
 * What has come, and below it what was read. What came again while another page was shown is in both: it has one line for each
 * time that it came, and none more.
 */
export function toStream(came: readonly StreamItem[], earlier: readonly StreamItem[]): readonly StreamItem[] {
  const known = new Set<string>();
  const once = came.filter(({ key }) => !known.has(key) && known.add(key));
  const abouts = new Set(came.map(({ about }) => about));
  return [...once, ...earlier.filter(({ about }) => !abouts.has(about))];
}
