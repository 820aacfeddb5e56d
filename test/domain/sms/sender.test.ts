import { createHash } from 'node:crypto'
import * as assert from 'uvu/assert'
import { senderOf } from '#domain/sms/sender.ts'
import { suite } from '../../harness/suite.ts'

const test = suite('the sender of a message')

const typeOf = (sender: string | null, country: string | null = null) =>
  senderOf(sender, { country, contacts: null }).type

test('each type of sender is known by its form', () => {
  for (const [sender, type] of [
    ['72345', 'short_code'],
    ['777', 'short_code'],
    ['BBVA', 'alphanumeric'],
    ['Citi-Alert', 'alphanumeric'],
    ['info@example.com', 'email_gateway'],
    ['+34600000000', 'unknown_number'],
    ['600 000 000', 'unknown_number'],
    ['2.35E+12', 'unknown_number'],
    ['', 'unknown_number'],
    [null, 'unknown_number'],
    ['\0', 'unknown_number'],
    ['7', 'unknown_number'],
  ] as const)
    assert.is(typeOf(sender), type, String(sender))
})

test('local and foreign are distinguished if the number is E.164 and the country is known', () => {
  assert.is(typeOf('+34 600 00 00 00', 'ES'), 'local_number')
  assert.is(typeOf('+1 (555) 010-0000', 'ES'), 'foreign_number')
  assert.is(typeOf('+1 (555) 010-0000', 'US'), 'local_number')
  assert.is(typeOf('+34\u00a0600\u2011000\u2011000', 'ES'), 'local_number')
  assert.is(typeOf('+351910000000', 'PT'), 'local_number')
  assert.is(typeOf('600000000', 'ES'), 'unknown_number')
  assert.is(typeOf('+34600000000', 'XX'), 'unknown_number')
  assert.is(typeOf('+12', 'US'), 'unknown_number')
  assert.is(typeOf('+447700900000', 'GB'), 'local_number')
})

test('a known contact is one whose number was hashed by the caller', () => {
  const contacts = new Set([createHash('sha256').update('+34600000000').digest('hex')])
  assert.equal(senderOf('+34 600 000 000', { country: 'ES', contacts }), {
    type: 'known_contact',
    isKnownContact: true,
    isPersonal: false,
    brand: null,
  })
  assert.equal(senderOf('+34600000001', { country: 'ES', contacts }), {
    type: 'local_number',
    isKnownContact: false,
    isPersonal: true,
    brand: null,
  })
  assert.not(
    senderOf('BBVA', { country: null, contacts: new Set([createHash('sha256').update('BBVA').digest('hex')]) })
      .isKnownContact,
  )
})

test('a sender calls itself after a brand, also in disguise', () => {
  const brandOf = (sender: string) => senderOf(sender, { country: null, contacts: null }).brand?.words[0]
  assert.is(brandOf('BBVA'), 'bbva')
  assert.is(brandOf('Apple'), 'apple')
  assert.is(brandOf('WELLS-FARGO'), 'wells fargo')
  assert.is(brandOf('РayРal'), 'paypal')
  assert.is(brandOf('Servientreg'), 'servientrega', 'networks cut names at eleven characters')
  assert.is(brandOf('Servientre'), undefined)
  assert.is(brandOf('Mama'), undefined)
  assert.is(brandOf('+34600000000'), undefined)
})

test.run()
