import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import * as assert from 'uvu/assert'
import type { Message } from '#domain/sms/message.ts'
import { parseMessage } from '#domain/sms/parse-message.ts'
import { BRAND_WORDS } from '#domain/sms/urls/brands.ts'
import { suite } from '../../harness/suite.ts'
import { sms, takesLess } from './samples.ts'

const test = suite('telephone numbers in messages')

/** Each number that is or may be a telephone number, with its use. */
const numbers = (text: string, rest?: Partial<Message>) =>
  parseMessage(sms(text, rest)).phones.map(({ start, end, use, isMobile }) => {
    return `${text.slice(start, end)} ${use}${isMobile ? ' mobile' : ''}`
  })

test('a number that the text asks to call or to write to is a telephone number', () => {
  for (const [text, ...expected] of [
    ['Call 07700900000 or (555) 010-0000', '07700900000 telephone mobile', '(555) 010-0000 telephone'],
    ['Contact us on 0345 740 4404', '0345 740 4404 telephone'],
    ['Tel. 900 123 456', '900 123 456 telephone'],
    ['Si no has sido tú, llama al 91 123 45 67', '91 123 45 67 telephone'],
    ['WhatsApp: 644 123 456', '644 123 456 telephone mobile'],
    ['este es mi nuevo número 612345678', '612345678 telephone mobile'],
    ['text me on 07911 123456', '07911 123456 telephone mobile'],
    ['Your parcel is late. Call 612345678 600123456 now', '612345678 600123456 telephone'],
    ['Su paquete espera. Llame al 612345678', '612345678 telephone mobile'],
    [
      'See +34 612 345 678 or 0034 612 345 678',
      '+34 612 345 678 telephone mobile',
      '0034 612 345 678 telephone mobile',
    ],
  ] as const)
    assert.equal(numbers(text), expected, text)
})

test('a number that the text calls parcel, order, reference, code, account or amount is none', () => {
  for (const text of [
    'DHL: your parcel 7712345678 arrives today',
    'FedEx package 771234567890 is out for delivery',
    'MRW: su envío 0261234567 llega hoy',
    'USPS 9400111899223397578412 is out for delivery',
    'Your parcel 9400 1118 9922 3397 5784 12 is here',
    'Your order number 5551234567 is ready',
    'Tu pedido nº 612345678 sale hoy',
    'Ref. 612345678',
    '612345678 is your order number',
    'account 12345678, sort code 20-00-00',
    'Pague 2500000 pesos',
    'Expediente núm. 612345678',
    'Delivered at 2024-11-12 10:30',
    'Call 12345',
  ])
    assert.equal(numbers(text), [], text)
})

test('a bare number is undecided where a telephone plan has it', () => {
  const text = 'Correos: llega hoy 612345678'
  assert.equal(numbers(text), ['612345678 undecided mobile'])
  assert.equal(numbers(text, { country: 'GB' }), [], 'the plan of the reader')
  assert.equal(numbers(text, { sender: '+34600000000' }), ['612345678 undecided mobile'], 'the plan of the sender')
  assert.equal(numbers('Royal Mail: arriving today 07911123456'), ['07911123456 undecided mobile'], 'of the language')
  assert.equal(numbers('Correos: llega hoy 99999999999999'), [], 'in no plan')
  assert.equal(numbers('llame por su envío 612345678'), ['612345678 undecided mobile'], 'both are spoken of')
})

test('short mobile numbers are services of networks', () => {
  assert.equal(numbers('Vodacom: not you? Dial 082 1111 now', { country: 'ZA' }), ['082 1111 telephone'])
  assert.equal(numbers('Dial 082 555 0101 now', { country: 'ZA' }), ['082 555 0101 telephone mobile'])
})

test('a number is premium where no country of the language has it as a customer line', () => {
  const [premium, chilean] = ['llame al 806 499 201', 'llame al 600 200 0102'].map(
    text => parseMessage(sms(text)).phones[0]!,
  )
  assert.equal([premium!.isPremium, premium!.isCustomerLine], [true, false])
  assert.equal([chilean!.isPremium, chilean!.isCustomerLine], [false, true])
  const [argentinian] = parseMessage(sms('llame al 600 200 0102', { country: 'AR' })).phones
  assert.is(argentinian!.isPremium, true, 'the reader is there')
})

test('letters before the number of a parcel belong to it', () => {
  assert.equal(numbers('Your parcel PBTM 8841207 001 is late', { country: 'US' }), [])
  assert.equal(numbers('Correos CEL 612345678', { country: 'ES' }), ['612345678 telephone mobile'])
  assert.equal(numbers('Your parcel is late. TEL 612345678', { country: 'ES' }), ['612345678 telephone mobile'])
})

test('a customer line is an own one only where its organisation is named, in whatever way it is written', () => {
  const own = (text: string, sender: string | null = null) => {
    const { publishedLines, phones } = parseMessage(sms(text, { sender }))
    return `${publishedLines.length} own, ${phones.length} other`
  }
  for (const text of [
    'HSBC: not you? Call 03457 404 404',
    'HSBC: not you? Call +44 3457 404404',
    'HSBC: not you? Call 0044 3457 404 404',
    'Blue Dart: please call 1860 233 1234',
    'Chase Bank: call 1-800-935-9935',
    'Chase Bank: call (800) 935-9935',
    'DIAN: Linea 601 489 9000',
    'Bancolombia: llame al 01 8000 912 345',
    'Banco de Chile: llame al 600 637 3737',
  ])
    assert.is(own(text), '1 own, 0 other', text)
  assert.is(own('Not you? Call 6255 0160', 'UOB'), '1 own, 0 other')
  assert.is(own('Not you? Call 03457 404 404'), '0 own, 1 other', 'it names none')
  assert.is(own('Barclays: not you? Call 03457 404 404'), '0 own, 1 other', "another bank's")
  assert.is(own('HSBC: not you? Call 03457 404 405'), '0 own, 1 other', 'one digit off')
  assert.is(own('HSBC: our officer will ring you from 03457 404 404'), '0 own, 1 other', 'anyone can call from it')
  assert.is(own('Santander: le llamaremos desde el 915 123 123'), '0 own, 1 other', 'anyone can call from it')
  assert.is(own('HSBC: call 03457 404 404 or 0330 118 2204'), '1 own, 1 other')
})

test('customer lines that are listed are numbers of a telephone plan', () => {
  const listed = [...new Set(BRAND_WORDS.map(({ brand }) => brand))].flatMap(({ telephones }) => telephones)
  assert.ok(listed.length > 200)
  assert.equal(
    listed.filter(telephone => !/^\+\d+$/.test(telephone) || !parsePhoneNumberFromString(telephone)?.isValid()),
    [],
  )
})

test('many numbers take bounded time', () => {
  const text = '612345678, '.repeat(900)
  assert.ok(takesLess(50, () => parseMessage(sms(text))))
})

test.run()
