// Imported before uPlot, which makes a number format of the browser's language as it is loaded. Under the locale of POSIX,
// Chromium's language is `en-US@posix`, which is no language tag, and no page with a chart came up.

try {
  new Intl.NumberFormat(navigator.language);
} catch {
  Object.defineProperty(navigator, 'language', { value: 'en', configurable: true });
}
