// The order matters: most browsers also call themselves Chrome and Safari.
const browsers: [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPad\b/, 'iPadOS'],
  [/\biPhone\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Returns a readable name for a User-Agent, such as 'Firefox, Windows'; nothing else of it is stored. */
export function deviceName(userAgent: string | undefined): string {
  const named = [browsers, systems].map((names) => names.find(([sign]) => sign.test(userAgent ?? ''))?.[1])
  return named.filter(Boolean).join(', ')
}
