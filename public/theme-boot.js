// Before the first paint: the chosen colours. The settings live in IndexedDB, which answers too late.
if (/(?:^|; )mode=dark(?:;|$)/.test(document.cookie)) {
  document.documentElement.dataset.mantineColorScheme = 'dark'
}
