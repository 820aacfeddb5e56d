import { createHash } from 'node:crypto'
import fc from 'fast-check'
import * as assert from 'uvu/assert'
import { indicatorsOf } from '#domain/sms/indicators/indicators.ts'
import { INDICATOR_TYPES, type IndicatorType } from '#domain/sms/localised-texts.ts'
import type { Message } from '#domain/sms/message.ts'
import { parseMessage } from '#domain/sms/parse-message.ts'
import { suite } from '../../harness/suite.ts'
import { sms } from './samples.ts'

const test = suite('indicators of messages')

const typesOf = (message: Message) => [...new Set(indicatorsOf(parseMessage(message)).map(({ type }) => type))].sort()

/** Sentences of our own: what each kind of deceit says, in both languages. */
const DECEITS: readonly (readonly [IndicatorType, string, Partial<Message>?])[] = [
  ['bank_impersonation', 'Barclays: a new payee was added. If this was not you, visit barclays-payee.example.com'],
  ['bank_impersonation', 'Your debit card has been locked. Restore it at http://card-desk.example.net/u'],
  ['bank_impersonation', 'Ibercaja: su tarjeta ha sido limitada, entre en https://ibercaja-ayuda.example.com'],
  ['delivery_scam', 'Royal Mail: your parcel is held, pay the shipping fee of £1.99 at royalmail-fee.example.com'],
  ['delivery_scam', 'We could not deliver your package, reschedule here: https://re-deliver.example.net'],
  ['delivery_scam', 'Su paquete esta retenido en la aduana, abone los gastos: https://aduana-pagos.example.net'],
  ['prize_scam', 'Congratulations! You have been selected as winner of a free iPhone. Claim: http://gift.example.net'],
  ['prize_scam', 'Enhorabuena, ha ganado un premio de 1.000 euros. Reclame su premio en http://premio.example.net'],
  ['urgency_language', 'Act now, this expires today'],
  ['urgency_language', 'Responda ahora mismo, es urgente'],
  ['suspicious_url', 'Have a look: https://paypal.com.example.net/x'],
  ['suspicious_url', 'Mira esto: https://correos-envio.example.com', { sender: 'Correos' }],
  ['credential_request', 'Please confirm your password and card details at https://example.net'],
  ['credential_request', 'Verifique sus datos bancarios en https://example.net'],
  ['government_impersonation', 'HMRC: you are eligible for a tax refund of £300, apply at https://tax.example.net'],
  ['government_impersonation', 'DGT: tiene una multa pendiente de pago, https://multas.example.net'],
  ['family_impersonation', 'Hi mum, I dropped my phone, this is my new number. Can you text me?'],
  ['family_impersonation', 'Hola papa, se me ha roto el movil, este es mi nuevo numero'],
  ['job_scam', 'Part time job, earn $300 per day from home. Contact us on WhatsApp +1 555 010 0000'],
  ['job_scam', 'Oferta de trabajo desde casa, gane 200 euros diarios. Escriba al +34 600 000 000 por WhatsApp'],
  ['crypto_scam', 'Join our bitcoin trading group, guaranteed profit every day'],
  ['crypto_scam', 'Invierta en criptomonedas y duplique su dinero'],
  ['wrong_number', 'Hello, is this Linda from the yoga class?'],
  ['wrong_number', 'Hola, eres Carlos? Encontre tu numero en mi agenda'],
]

test('each kind of deceit is seen in both languages', () => {
  for (const [type, text, rest] of DECEITS)
    assert.ok(typesOf(sms(text, rest)).includes(type), `${type}: ${text}\n${typesOf(sms(text, rest))}`)
  // Which words weighed most, the model says.
  for (const type of INDICATOR_TYPES.filter(one => one !== 'phishing_wording'))
    assert.ok(
      DECEITS.some(([of]) => of === type),
      type,
    )
})

/** What banks, couriers, clinics and families write. */
const HARMLESS: readonly (readonly [string, Partial<Message>?])[] = [
  ['Your Barclays code is 493021. Never share it with anyone, we will never ask for it.', { sender: 'Barclays' }],
  ['BBVA: su codigo de verificacion es 220917. No lo comparta con nadie.', { sender: 'BBVA' }],
  ['Compra de 23,40 EUR con su tarjeta terminada en 4410 en SUPERMERCADO SOL.', { sender: 'Santander' }],
  ['Your parcel arrives today between 2 and 4 pm. Track it: https://www.dhl.com/track?id=1', { sender: 'DHL' }],
  ['Su paquete llega hoy. Siga el reparto en https://www.correos.es/seguimiento', { sender: 'Correos' }],
  ['Mum, can you pick me up at six? Love you'],
  ['Hola mama, llego tarde a cenar, un beso'],
  ['Dr Lopez: your appointment is on Monday at 10:30.'],
  ['Dinner at ours on Friday? Bring the kids'],
]

test('what is harmless has no indicator', () => {
  for (const [text, rest] of HARMLESS) assert.equal(typesOf(sms(text, rest)), [], text)
})

test('how bad it is depends on what else is there', () => {
  const told = (text: string, rest?: Partial<Message>) =>
    indicatorsOf(parseMessage(sms(text, rest)))
      .map(({ type, severity }) => `${type} ${severity}`)
      .join(', ')
  const contacts = new Set([createHash('sha256').update('+34600000000').digest('hex')])
  const known = { sender: '+34600000000', contacts }
  const long = 'So much to tell you about. '.repeat(10)
  for (const [text, expected, rest] of [
    ['The prize is great, call 0800 000 0000', ''],
    ['Hello, is this Linda?', 'wrong_number low'],
    ['Hello, is this Linda?', '', known],
    ['Hello, is this Linda? https://example.net', ''],
    [`Hello, is this Linda? ${long}`, ''],
    ['Hi mum, can you lend me some money', 'family_impersonation medium'],
    ['Hi mum, can you lend me some money', '', known],
    ['Hi mum, this is my new number', 'family_impersonation medium', known],
    ['Hi mum, this is my new number, it is urgent', 'family_impersonation critical, urgency_language medium'],
    ['Hi mum, this is my new number, call +1 555 010 0000', 'family_impersonation critical'],
    ['It is urgent', 'urgency_language low'],
    ['Your card is locked, act now: https://example.net', 'bank_impersonation high, urgency_language high'],
    ['Your Barclays card is locked, call 0800 000 0000', 'bank_impersonation medium'],
    ['Your Barclays card is locked, call 0800 000 0000. Never share your PIN', ''],
    ['Look https://coinbase-bonus.example.com', 'crypto_scam high, suspicious_url critical'],
  ] as const)
    assert.is(told(text, rest), expected, text)
  const several = 'bit.ly/1 bit.ly/2 https://10.1.2.3/x bit.ly/3 bit.ly/4 bit.ly/5'
  assert.is(told(several), `suspicious_url critical, ${Array(4).fill('suspicious_url high').join(', ')}`)
  const both = 'See https://www.dhl.com/a or https://example.net/b'
  assert.is(told(both, { sender: 'DHL' }), '')
  assert.is(told(both, { sender: 'UPS' }), 'suspicious_url high')
})

test('an official address is not suspicious, and the same words with another one are', () => {
  const text = (url: string) => `USPS: your package could not be delivered, schedule redelivery at ${url}`
  assert.not(typesOf(sms(text('https://tools.usps.com/redelivery'))).includes('delivery_scam'))
  assert.equal(typesOf(sms(text('https://usps-redelivery.example.com'))), ['delivery_scam', 'suspicious_url'])
})

test('the words of a disguised message are found and quoted literally', () => {
  const text = 'Y\u200bоur Bаrсlаys acc0unt is 1ocked, v e r i f y it at hxxp://barclays-help[.]example[.]com'
  const indicators = indicatorsOf(parseMessage(sms(text)))
  const seen = Object.fromEntries(indicators.map(({ type, evidence }) => [type, evidence.text]))
  assert.is(seen.bank_impersonation, 'acc0unt is 1ocked')
  assert.is(seen.suspicious_url, 'hxxp://barclays-help[.]example[.]com')
})

test('a brand that only the sender names is quoted from the sender', () => {
  for (const [sender, text, type] of [
    [' HMRC ', 'Your account is suspended, verify it at https://example.net', 'government_impersonation'],
    ['BBVA', 'A code came to you by mistake, read it to +34 600 000 000', 'bank_impersonation'],
  ] as const) {
    const found = indicatorsOf(parseMessage(sms(text, { sender }))).find(one => one.type === type)
    const start = sender.indexOf(sender.trim())
    const evidence = { source: 'sender', start, end: start + sender.trim().length, text: sender.trim() }
    assert.equal(found?.evidence, evidence, text)
  }
})

test('an address that only the caller found is shown where it stands there', () => {
  const extractedUrls = ['https://www.correos.es/x', '  https://correos-envio.example.com/a ']
  const evidence = {
    source: 'extracted_urls',
    index: 1,
    start: 2,
    end: 37,
    text: 'https://correos-envio.example.com/a',
  }
  assert.equal(indicatorsOf(parseMessage(sms('Mira esto', { extractedUrls }))), [
    { type: 'delivery_scam', severity: 'critical', evidence },
    { type: 'suspicious_url', severity: 'critical', evidence },
  ])
})

const PARTS = [
  ...DECEITS.map(([, text]) => text),
  ...[
    '\u200b',
    '\ud800',
    '\0',
    '👨‍👩‍👧',
    'ﷺ',
    'e\u0301\u0301\u0301\u0301\u0301\u0301',
    'hxxp',
    '[.]',
    ' . ',
    'v e r i f y',
    'асс',
    '\u202e',
    'שלום',
    'javascript:alert(1)',
  ],
]

test('whatever a message holds, each indicator and address shows a part of the source that it names', () => {
  const text = fc
    .array(fc.oneof(fc.constantFrom(...PARTS), fc.string({ unit: 'binary' }), fc.string({ maxLength: 5 })), {
      maxLength: 10,
    })
    .map(parts => parts.join(''))
  const message = fc.record({ text, sender: fc.option(text), extractedUrls: fc.array(text, { maxLength: 3 }) })
  fc.assert(
    fc.property(message, given => {
      const parsed = parseMessage(sms(given.text, given))
      for (const { evidence } of [...indicatorsOf(parsed), ...parsed.links]) {
        const { source, index, start, end } = evidence
        const whole = {
          text: given.text,
          sender: given.sender ?? '',
          extracted_urls: given.extractedUrls[index ?? -1],
        }[source]
        assert.ok(start < end)
        assert.is(whole?.slice(start, end), evidence.text)
      }
    }),
    { numRuns: 1_000 },
  )
})

test.run()
