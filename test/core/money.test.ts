import * as assert from 'uvu/assert'
import { textToMinor, toMajor, toMinor } from '#values/money.ts'
import { suite } from '../harness/suite.ts'

const test = suite('money')

const accepted: [number, string, number][] = [
  [10, 'EUR', 1_000],
  [10.5, 'EUR', 1_050],
  [8.2, 'EUR', 820],
  [19.99, 'EUR', 1_999],
  [0.01, 'EUR', 1],
  [100, 'JPY', 100],
  [1.234, 'KWD', 1_234],
  [10.5, 'HUF', 1_050],
  [1.2345, 'CLF', 12_345],
  [10_000_000_000, 'EUR', 1_000_000_000_000],
  [9_999_999_999.99, 'EUR', 999_999_999_999],
]
for (const [amount, currency, minor] of accepted)
  test(`${amount} ${currency} is ${minor} and back`, () => {
    assert.is(toMinor(amount, currency), minor)
    assert.is(toMajor(minor, currency), amount)
  })

const refused: [number, string, 'amount' | 'currency'][] = [
  [100.5, 'JPY', 'amount'],
  [1.2345, 'KWD', 'amount'],
  [0.1 + 0.2, 'EUR', 'amount'],
  [1e-7, 'EUR', 'amount'],
  [0, 'EUR', 'amount'],
  [-1, 'EUR', 'amount'],
  [1e15, 'EUR', 'amount'],
  [1e21, 'EUR', 'amount'],
  [10_000_000_000.01, 'EUR', 'amount'],
  [Number.NaN, 'EUR', 'amount'],
  [Number.POSITIVE_INFINITY, 'EUR', 'amount'],
  [1, 'usd', 'currency'],
  [1, 'XXX', 'currency'],
  [1, 'XTS', 'currency'],
  [1, 'XAU', 'currency'],
  [1, '', 'currency'],
  [1, '__proto__', 'currency'],
]
for (const [amount, currency, field] of refused)
  test(`${amount} ${currency} is refused for its ${field}`, () => {
    const problem = toMinor(amount, currency)
    assert.is(typeof problem === 'object' && problem.field, field)
  })

test('every whole number of cents up to 10,000.00 survives the way there and back', () => {
  for (let minor = 1; minor <= 1_000_000; minor += 1)
    if (toMinor(toMajor(minor, 'EUR'), 'EUR') !== minor) assert.unreachable(`${minor}`)
})

const texts: [string, string, number | 'amount' | 'currency'][] = [
  ['100.25', 'EUR', 10_025],
  ['100.250', 'EUR', 10_025],
  ['1', 'JPY', 1],
  ['0.1000000000000001', 'EUR', 'amount'],
  ['9007199254740993', 'EUR', 'amount'],
  ['1.001', 'EUR', 'amount'],
  ['0.00', 'EUR', 'amount'],
  ['1e3', 'EUR', 'amount'],
  ['-1', 'EUR', 'amount'],
  ['1,5', 'EUR', 'amount'],
  ['10000000000.01', 'EUR', 'amount'],
  ['1', 'eur', 'currency'],
]
for (const [text, currency, expected] of texts)
  test(`"${text}" ${currency} as text is ${expected}`, () => {
    const minor = textToMinor(text, currency)
    assert.is(typeof minor === 'number' ? minor : minor.field, expected)
  })

test.run()
