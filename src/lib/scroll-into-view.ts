/** As the `ref` of what appears: it may be below the screen. */
export function scrollIntoView(element: Element | null): void {
  // Newer browsers return a promise, which React would call as a clean-up.
  void element?.scrollIntoView({ block: 'nearest' })
}
