import * as assert from 'uvu/assert'
import { normaliseEmail } from '#domain/auth/email-address.ts'
import { suite } from '../../harness/suite.ts'

const test = suite('e-mail addresses')

test('spellings of one address have one form', () => {
  const spellings = [
    'Ana@Bank.Example',
    ' ana@bank.example\t',
    'ana@bank。example',
    'ana@bank．example',
    'ａｎａ@bank.example',
  ]
  assert.equal([...new Set(spellings.map(normaliseEmail))], ['ana@bank.example'])
  assert.is(normaliseEmail('ana@bücher.example'), 'ana@xn--bcher-kva.example')
})

test('what is no address still has one stable form', () => {
  for (const text of ['', '@', 'nobody', 'a@', '@b', 'a@b@c', 'x'.repeat(300), '\u0000@\u0000'])
    assert.is(normaliseEmail(normaliseEmail(text)), normaliseEmail(text), JSON.stringify(text))
})

test.run()
