import type { ComponentChildren } from 'preact'

/** What may be wider than the screen: it scrolls by itself, by keyboard too. */
export function Scrolling({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: only what has the focus is scrolled by keys (WCAG 2.1.1).
    <section class="scroll" tabIndex={0} aria-label={label}>
      {children}
    </section>
  )
}
