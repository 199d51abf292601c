/** Drawn on a grid of 16, with a line of 1.5. */
const PATHS = {
  overview: 'M2.5 9.5h2.2l2-6 2.9 9 2-5.5.8 2.5h1.1',
  errors: 'M8 2.2 14.2 13H1.8L8 2.2ZM8 6.6v3M8 11.3v.1',
  requests: 'M2.5 5.5h10M9.8 2.8l2.7 2.7-2.7 2.7M13.5 10.5h-10M6.2 7.8l-2.7 2.7 2.7 2.7',
  logs: 'M3 3.5h10M3 6.5h7M3 9.5h10M3 12.5h5',
  releases: 'M8.2 2.5h4.3c.6 0 1 .4 1 1v4.3L8 13.3 2.7 8l5.5-5.5ZM10.9 5.1v.1',
  projects: 'M8 1.8 13.5 5v6L8 14.2 2.5 11V5L8 1.8ZM2.7 5.1 8 8.1l5.3-3M8 8.1v6',
  settings:
    'M2.5 4.5h6M11.5 4.5h2M2.5 11.5h2M7.5 11.5h6M10 6.2a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4ZM6 13.2a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4Z',
  search: 'M7 11.8a4.8 4.8 0 1 0 0-9.6 4.8 4.8 0 0 0 0 9.6ZM10.6 10.6l3.2 3.2',
  check: 'm3 8.6 3.3 3.3L13 4.8',
  close: 'm4 4 8 8M12 4l-8 8',
  alert: 'M8 14.2A6.2 6.2 0 1 0 8 1.8a6.2 6.2 0 0 0 0 12.4ZM8 4.9v3.6M8 10.9v.1',
  chevronDown: 'm4.2 6.2 3.8 3.8 3.8-3.8',
  chevronUp: 'm4.2 9.8 3.8-3.8 3.8 3.8',
  chevronRight: 'm6.2 4.2 3.8 3.8-3.8 3.8',
  chevronLeft: 'M9.8 4.2 6 8l3.8 3.8',
  arrowUp: 'M8 13V3.5M4 7.2l4-4 4 4',
  arrowDown: 'M8 3v9.5M4 8.8l4 4 4-4',
  arrowRight: 'M3 8h9.5M8.8 4l4 4-4 4',
  resolve: 'M8 14.2A6.2 6.2 0 1 0 8 1.8a6.2 6.2 0 0 0 0 12.4ZM5.4 8.2l1.8 1.8 3.4-3.7',
  acknowledge:
    'M1.5 8S3.8 3.8 8 3.8 14.5 8 14.5 8 12.2 12.2 8 12.2 1.5 8 1.5 8ZM8 9.8a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6Z',
  ignore: 'M8 14.2A6.2 6.2 0 1 0 8 1.8a6.2 6.2 0 0 0 0 12.4ZM3.7 3.7l8.6 8.6',
  reopen: 'M3 8a5 5 0 1 0 1.6-3.7M3 2.5v2.7h2.7',
  copy: 'M5.5 5.5V3.2c0-.4.3-.7.7-.7h6.6c.4 0 .7.3.7.7v6.6c0 .4-.3.7-.7.7h-2.3M3.2 5.5h6.6c.4 0 .7.3.7.7v6.6c0 .4-.3.7-.7.7H3.2a.7.7 0 0 1-.7-.7V6.2c0-.4.3-.7.7-.7Z',
  external: 'M6.5 3.5h-3v9h9v-3M9.5 2.5h4v4M13.2 2.8 7.5 8.5',
  link: 'M6.8 9.2a2.6 2.6 0 0 0 3.7 0l2-2a2.6 2.6 0 1 0-3.7-3.7l-.8.8M9.2 6.8a2.6 2.6 0 0 0-3.7 0l-2 2a2.6 2.6 0 1 0 3.7 3.7l.8-.8',
  sun: 'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M3.4 12.6l.7-.7M11.9 4.1l.7-.7',
  moon: 'M13.2 9.4A5.6 5.6 0 0 1 6.6 2.8a5.6 5.6 0 1 0 6.6 6.6Z',
  system: 'M2.5 3.5h11v7h-11zM6 13.5h4M8 10.5v3',
  help: 'M8 14.2A6.2 6.2 0 1 0 8 1.8a6.2 6.2 0 0 0 0 12.4ZM6.3 6.2c.1-1 .8-1.6 1.8-1.6s1.8.6 1.8 1.5c0 1.3-1.8 1.3-1.8 2.6M8 11.1v.1',
  bulb: 'M5.8 10.6C4.6 9.8 3.9 8.7 3.9 7.3a4.1 4.1 0 1 1 8.2 0c0 1.4-.7 2.5-1.9 3.3v1.2H5.8v-1.2ZM6.3 14h3.4',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  play: 'M5.2 3.4v9.2L12.6 8 5.2 3.4Z',
  more: 'M3.5 8h.1M8 8h.1M12.5 8h.1',
  inbox: 'M2.5 9.5 4.3 3.5h7.4l1.8 6v3h-11v-3ZM2.5 9.5h3.2c.2 1.2 1.1 2 2.3 2s2.1-.8 2.3-2h3.2',
  clock: 'M8 14.2A6.2 6.2 0 1 0 8 1.8a6.2 6.2 0 0 0 0 12.4ZM8 4.5V8l2.3 1.5',
} as const;

export type IconName = keyof typeof PATHS;

/** A picture beside words that say the same: screen readers pass over it. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
