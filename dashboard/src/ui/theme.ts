import { openChoice } from '../preferences.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export const THEME_LABELS: Record<Theme, string> = { system: 'As the system', light: 'Light', dark: 'Dark' };

/** The chosen theme. public/theme.js sets it before the first paint. */
export const theme = openChoice('theme', THEMES);

theme.subscribe(() => {
  const chosen = theme.get();
  if (chosen === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
});

/** Whether the page is dark now, by choice or by the system. */
export function isDark(): boolean {
  if (theme.get() !== 'system') return theme.get() === 'dark';
  return window.matchMedia('(prefers-color-scheme: dark)').matches;
}
