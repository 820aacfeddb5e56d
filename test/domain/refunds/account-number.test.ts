import * as assert from 'uvu/assert'
import { findAccountProblem, maskAccountNumber, normaliseAccountNumber } from '#domain/refunds/account-number.ts'
import { suite } from '../../harness/suite.ts'

const test = suite('account numbers')
const BIC = 'COBADEFFXXX'

for (const account of [
  'DE89370400440532013000',
  'de89 3704 0044 0532 0130 00',
  'GB82-WEST-1234-5698-7654-32',
  '1234560001',
  'A-12345678',
  '0001',
])
  test(`accepted: ${account}`, () => assert.is(findAccountProblem(account, BIC), null))

for (const account of [
  'DE88370400440532013000',
  'DE8937040044053201300',
  'XX89370400440532013000',
  '1',
  '123',
  'ABCD',
  '12345$',
  '4111111111111111',
  '5555 5555 5555 4444',
  '378282246310005',
  '',
])
  test(`refused: "${account}"`, () => assert.is(findAccountProblem(account, BIC)?.field, 'account_number'))

test('a card number is called one and never shown', () => {
  const problem = findAccountProblem('4111111111111111', BIC)
  assert.match(problem?.reason ?? '', 'card')
  assert.not.match(problem?.reason ?? '', '4111')
})

for (const bank of ['COBADEFF', 'COBADEFFXXX', '12-34-56', '021000021', 'HDFC0001234'])
  test(`bank code accepted: ${bank}`, () => assert.is(findAccountProblem('1234560001', bank), null))
for (const bank of ['', 'A', '12', 'BANK', '1234567890123', 'COBADE!!'])
  test(`bank code refused: "${bank}"`, () => assert.is(findAccountProblem('1234560001', bank)?.field, 'bank_code'))

const masks: [string, string][] = [
  ['DE89370400440532013000', 'DE89**************3000'],
  ['DE89 3704 0044 0532 0130 00', 'DE89**************3000'],
  ['1234560001', '12******01'],
  ['123456789', '12*****89'],
  ['12345678', '******78'],
  ['12345', '***45'],
  ['1234', '****'],
]
for (const [account, mask] of masks) test(`mask of ${account}`, () => assert.is(maskAccountNumber(account), mask))

test('a mask hides at least half', () => {
  for (let length = 1; length <= 34; length += 1) {
    const mask = maskAccountNumber('7'.repeat(length))
    assert.is(mask.length, length)
    assert.ok([...mask].filter(c => c === '*').length >= length / 2)
  }
})

test('normalising takes away what people type for reading', () =>
  assert.is(normaliseAccountNumber(' de89-3704 00 '), 'DE89370400'))

test.run()
