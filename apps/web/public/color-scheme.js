// Runs before the first paint, so that a dark screen never flashes light. A file of its own: the content security policy
// allows no inline script without a nonce, and this one needs no build.
(() => {
  let scheme = 'auto';
  try {
    scheme = localStorage.getItem('mantine-color-scheme-value') ?? 'auto';
  } catch {
    // Storage may be blocked; the system's scheme stands.
  }
  const dark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
