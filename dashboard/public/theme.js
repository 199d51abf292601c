// Runs before the first paint, so that a chosen theme or density never flashes; a file of its own, because the page runs no
// inline script. Without a choice the system's theme holds, in CSS alone.
try {
  const theme = localStorage.getItem('errord-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  if (localStorage.getItem('errord-density') === 'compact') document.documentElement.dataset.density = 'compact';
} catch {
  // Storage is barred: the system's theme it is.
}
