import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { until } from './client.ts'
import { signIn } from './console.ts'

/** Runs in the page: a script of the page has no source, as an address that is typed. */
const NOTE_NAVIGATIONS = `navigation.addEventListener('navigate', ({ destination, sourceElement }) =>
  noteNavigation(destination.url, Boolean(sourceElement?.closest('a'))))`

/** A page that is there has not read all of its parts, or not counted them. */
const IS_READING = /^\s*(Loading$|…)/m

/** What a window shows or keeps beside its page. */
const KEPT = `JSON.stringify(
  [document.title, location.href, history.state, { ...localStorage }, { ...sessionStorage }, document.cookie])`

/** A person before the console, whose clicks are counted. Screenshots of what they see are left in `folder`. */
export async function personBefore(page: Page, folder: string) {
  let clicks = 0
  let documents = 0
  const unlinked: string[] = []
  const addresses: string[] = []
  const kept = new Set<string>()
  const tokens = new Set<string>()
  page.on('domcontentloaded', () => {
    documents += 1
  })
  page.on('request', request => {
    const { authorization } = request.headers()
    if (authorization !== undefined) tokens.add(authorization.replace('Bearer ', ''))
  })
  await page.exposeBinding('noteNavigation', (_source, to: string, isByLink: boolean) => {
    addresses.push(to)
    if (!isByLink) unlinked.push(to)
  })
  await page.addInitScript(NOTE_NAVIGATIONS)
  const person = {
    clicks: () => clicks,
    /** How many pages were loaded. */
    documents: () => documents,
    /** Where no link led that was clicked: an address that was typed, or one that the page itself went to. */
    unlinked,
    /** What the window kept at each look, and the addresses of its history. */
    kept: () => [...kept, ...addresses],
    tokens,
    async click(target: Locator) {
      clicks += 1
      await target.click()
    },
    link: (name: string) => person.click(page.getByRole('link', { name, exact: true })),
    button: (name: string, within: Pick<Page, 'getByRole'> = page) =>
      person.click(within.getByRole('button', { name, exact: true })),
    /** One click goes into the field. */
    async type(field: Locator, text: string) {
      await person.click(field)
      await field.fill(text)
    },
    /** One click opens the choice, another one takes from it. */
    async choose(field: Locator, option: string) {
      clicks += 2
      await field.selectOption(option)
    },
    async signIn(email: string, password: string) {
      clicks += 3
      await signIn(page, { email, password })
    },
    async look(name: string) {
      await until(
        () => page.locator('main').innerText(),
        text => !IS_READING.test(text),
      )
      kept.add(await page.evaluate(KEPT))
      await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
    },
  }
  return person
}
