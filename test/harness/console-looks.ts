import { join } from 'node:path'
import type { Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import { assertAccessible, COLOR_SCHEMES } from './browser-page.ts'
import { DESK } from './console.ts'

const WIDTHS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What callers may write, and what a page must show as text. */
export const HOSTILE = `<img src=x onerror="window.hacked=1"> javascript:alert(1) \u202egnp.exe ${'long'.repeat(200)}`

/** Each look of a page that is loaded once: no second load, no second sign-in. */
export function looksIn(folder: string) {
  return async (page: Page, name: string): Promise<void> => {
    for (const { width, height } of WIDTHS)
      for (const colorScheme of COLOR_SCHEMES) {
        await page.setViewportSize({ width, height })
        await page.emulateMedia({ colorScheme })
        await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true })
        const scrollWidth = await page.evaluate('document.documentElement.scrollWidth')
        assert.is(scrollWidth, width, `${name}: nothing reaches over the edge`)
        await assertAccessible(page, WCAG)
      }
    await page.setViewportSize(DESK)
    await page.emulateMedia({ colorScheme: DESK.scheme })
  }
}
