import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { hasLetterKeys } from '../settings.ts'

/**
 * j and k move the focus down and up the links of a list, and Enter opens the one that has it, as everywhere. x selects
 * its row, and t takes the next alert.
 */
export function useQueueKeys(list: RefObject<HTMLElement | null>, takeNext: () => void): void {
  const latest = useRef(takeNext)
  latest.current = takeNext
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!hasLetterKeys.peek() || isMeantForElse(event)) return
      if (event.key === 'x') document.activeElement?.closest('tr')?.querySelector<HTMLInputElement>('input')?.click()
      if (event.key === 't' && !event.repeat) latest.current()
      const step = STEPS[event.key]
      if (step === undefined) return
      const links: Element[] = [...(list.current?.querySelectorAll('tbody a') ?? [])]
      const at = document.activeElement === null ? -1 : links.indexOf(document.activeElement)
      const next = at < 0 ? 0 : Math.min(links.length - 1, Math.max(0, at + step))
      const link = links[next]
      if (link instanceof HTMLElement) link.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

const STEPS: Record<string, number> = { j: 1, k: -1 }

/** A shortcut of the browser, what is typed into a field, or a key of an open dialog. */
function isMeantForElse({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return true
  return target instanceof Element && target.closest('input:not([type=checkbox]), select, textarea, dialog') !== null
}
