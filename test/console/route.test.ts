import * as fc from 'fast-check'
import * as assert from 'uvu/assert'
import { formatMoney } from '#console/format/money.ts'
import { formatRoute, parseRoute } from '#console/routing/route.ts'
import { curlCommandFor } from '#console/ui/curl-command.ts'
import { suite } from '../harness/suite.ts'

/** The address behind the `#`, and amounts. */
const test = suite('console: routes and amounts')

test('a route survives its address', () => {
  const text = fc.string({ minLength: 1, unit: 'grapheme' })
  const query = fc.dictionary(text, text, { noNullPrototype: true })
  fc.assert(
    fc.property(fc.array(text, { maxLength: 4 }), query, (path, given) => {
      assert.equal(parseRoute(formatRoute({ path, query: given })), { path, query: given })
    }),
  )
})

test('the command reads what the page shows: with its filters, below the path of a proxy, whatever is in them', () => {
  const url = 'https://api.bank.example/below/'
  const command = (address: string) => `curl -H "Authorization: Bearer $TOKEN" '${address}'`
  assert.is(curlCommandFor(url, '/fraud/policy'), command('https://api.bank.example/below/fraud/policy'))
  assert.is(
    curlCommandFor(url, '/reconciliation/flags', { status: 'all', refund_id: undefined, limit: 50 }),
    command('https://api.bank.example/below/reconciliation/flags?status=all&limit=50'),
  )
  assert.is(
    curlCommandFor(url, "/audit/a'b", { value: "'; rm -rf $HOME" }),
    command('https://api.bank.example/below/audit/a%27b?value=%27%3B+rm+-rf+%24HOME'),
  )
})

test('any text is a route', () => {
  assert.equal(parseRoute(''), { path: [], query: {} })
  assert.equal(parseRoute('#'), { path: [], query: {} })
  assert.equal(parseRoute('#/%E0%A4%A/../x?a=%zz&b'), { path: ['%E0%A4%A', '..', 'x'], query: { a: '%zz', b: '' } })
  fc.assert(fc.property(fc.string(), hash => parseRoute(hash).path.length >= 0))
})

test('empty parts of a query are left out', () => {
  assert.is(formatRoute({ path: ['refunds'], query: { status: '', cursor: 'c' } }), '#/refunds?cursor=c')
})

test('amounts have the decimals of their currency', () => {
  const shown = [
    [10.5, 'EUR'],
    [1234567, 'JPY'],
    [1.234, 'KWD'],
    [0.0001, 'CLF'],
    [1, 'XXX'],
  ] as const
  assert.equal(
    shown.map(([amount, currency]) => formatMoney(amount, currency, 'en')),
    ['10.50 EUR', '1,234,567 JPY', '1.234 KWD', '0.0001 CLF', '1 XXX'],
  )
})

test.run()
