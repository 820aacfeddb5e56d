import type { Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import { screenshotFolder, withWindow } from '../harness/browser-page.ts'
import { until } from '../harness/client.ts'
import { DESK, heading, recordTransaction, signIn, startConsole } from '../harness/console.ts'
import { looksIn } from '../harness/console-looks.ts'
import { suite } from '../harness/suite.ts'

/** /console's page of erasures as an administrator has it. */
const test = suite('console: erasures')
const started = await startConsole()
const { service, url, browser } = started
test.after(() => started.end())
const assertLooks = looksIn(screenshotFolder('console'))
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('a person is erased after a confirmation, and the page shows how far it is', async () => {
  const { user_id } = await recordTransaction(service.admin)
  await withWindow(
    browser,
    url,
    DESK,
    async ({ page }) => {
      await page.goto(`${url}/console#/erasures`)
      await signIn(page)
      await heading(page, 'Erasures')
      await page.getByText('No erasure is under way.').waitFor()
      await page.getByRole('textbox', { name: 'Person' }).fill('someone@bank.example')
      await press(page, 'Find the person')
      await page.getByRole('alert').first().waitFor()
      assert.not.match(page.url(), /example/)
      await page.getByRole('textbox', { name: 'Person' }).fill(user_id)
      await press(page, 'Find the person')
      await page.getByText('No erasure was requested.').waitFor()
      const erase = page.getByRole('button', { name: 'Erase the person' })
      await page.getByLabel(/^Legal basis/).selectOption('aml_retention')
      await page.getByLabel(/^To confirm/).fill('another person')
      assert.ok(await erase.isDisabled())
      await page.getByLabel(/^To confirm/).fill(user_id)
      await erase.click()
      await page.getByText('The erasure is requested.').waitFor()
      await page.getByText('duty to keep: money laundering law').first().waitFor()
      await page.getByText('1 erasure', { exact: true }).waitFor()
      await assertLooks(page, 'erasures')
      const person = page.getByRole('textbox', { name: 'Person' })
      const openAt = (id: string) =>
        page.evaluate(`location.hash = '#/erasures?user_id=' + encodeURIComponent(${JSON.stringify(id)})`)
      await openAt('another_person')
      await until(
        () => person.inputValue(),
        id => id === 'another_person',
      )
      await openAt('someone@bank.example')
      await until(
        () => person.inputValue(),
        id => id === 'someone@bank.example',
      )
      await until(
        async () => page.url(),
        address => !address.includes('example'),
      )
    },
    /Failed to load resource/,
  )
  const { body } = await service.admin.get(`/admin/subjects/${user_id}`)
  assert.is(body.erasure.legal_basis, 'aml_retention')
})

test.run()
