/** How the pages feel, then what the first of them weighs: one after the other, on a machine that does nothing else. */
await import('./page.ts')
await import('./weight.ts')

export {}
