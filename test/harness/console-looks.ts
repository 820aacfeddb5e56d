import { join } from 'node:path'
import type { Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import { assertAccessible } from './browser-page.ts'
import { DESK } from './console.ts'
import { depth } from './depth.ts'

const WIDE = { width: 1440, height: 900 }
const NARROW = { width: 390, height: 844 }
/** Pages take turns: a page has one of them, and all with DEPTH=full. */
const LOOKS = [
  { ...WIDE, scheme: 'light' },
  { ...NARROW, scheme: 'dark' },
  { ...WIDE, scheme: 'dark' },
  { ...NARROW, scheme: 'light' },
] as const
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What callers may write, and what a page must show as text. */
export const HOSTILE = `<img src=x onerror="window.hacked=1"> javascript:alert(1) \u202egnp.exe ${'long'.repeat(200)}`

/** Each look of a page that is loaded once: no second load, no second sign-in. */
export function looksIn(folder: string) {
  let pages = 0
  return async (page: Page, name: string): Promise<void> => {
    const first = pages % LOOKS.length
    pages += 1
    for (const { width, height, scheme } of LOOKS.slice(depth(first, 0), depth(first + 1, LOOKS.length))) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme: scheme })
      await page.screenshot({ path: join(folder, `${name}-${width}-${scheme}.png`), fullPage: true })
      const scrollWidth = await page.evaluate('document.documentElement.scrollWidth')
      assert.is(scrollWidth, width, `${name}: nothing reaches over the edge`)
      await assertAccessible(page, WCAG)
    }
    await page.setViewportSize(DESK)
    await page.emulateMedia({ colorScheme: DESK.scheme })
  }
}
