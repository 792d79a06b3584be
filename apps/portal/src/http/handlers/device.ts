/** Browsers by what they alone say: many say Chrome as well, and nearly all of them Safari. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Headless)?(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

/** Systems likewise: phones say Linux, or that they are like a Mac. */
const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/** A browser and its system in words, so that people know their own devices; null where neither is one that people have. */
export function deviceOf(userAgent = ''): string | null {
  const [browser, system] = [BROWSERS, SYSTEMS].map((known) => known.find(([said]) => said.test(userAgent))?.[1]);
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? null);
}
