// Runs before the first paint. A file of its own: the content security policy allows no inline script without a nonce, and this one
// needs no build.
(() => {
  const page = document.documentElement;
  const kept = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage may be blocked: the system's scheme stands, and nobody is signed in.
      return null;
    }
  };
  const files = (name) => document.querySelector(`meta[name="tidewaiter-${name}"]`)?.content.split(' ') ?? [];
  const fetchSoon = (href, how) =>
    document.head.append(Object.assign(document.createElement('link'), { href, crossOrigin: 'anonymous', ...how }));

  // A dark screen never flashes light.
  const scheme = kept('mantine-color-scheme-value') ?? 'auto';
  const dark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  page.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');

  const drawSoon = (name) => {
    for (const file of files(name)) {
      fetchSoon(file, file.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' });
    }
  };

  // Who has a session sees the frame at once, and what draws it is on its way while the application itself still comes. A stranger's screens
  // come without the rest, and the words of the sign-in screen are seen before it.
  const hasSession = kept('tidewaiter.sessionId') !== null;
  const [door, name = 'login'] = (!hasSession && /^\/(login|signup|reset)?$/.exec(location.pathname)) || [];
  if (door && name === 'login') page.dataset.door = 'PublicKeyCredential' in window ? '' : 'no-passkeys';
  drawSoon(door ? name : 'application');
  if (hasSession) {
    page.dataset.signedIn = '';
    drawSoon('frame');
  }

  // Who presses Sign In before the application has come is heard: it sends what was typed once it is there. The drawn form itself sends nothing.
  addEventListener('submit', ({ target }) => target.id === 'drawn-sign-in' && target.setAttribute('aria-busy', 'true'));

  // The typeface is asked for now, not when the first text is drawn. A slow line does without it.
  if (/[23]g/.test(navigator.connection?.effectiveType ?? '')) {
    page.dataset.slowLine = '';
  } else {
    for (const file of files('typeface')) fetchSoon(file, { rel: 'preload', as: 'font', type: 'font/woff2' });
  }
})();
