import * as assert from 'uvu/assert'
import { FEATURE_NAMES, featuresOf } from '#domain/sms/model/features.ts'
import { TEXT_GRAMS, textGrams, URL_GRAMS, urlGrams } from '#domain/sms/model/grams.ts'
import { isKnownWords, knownShare, knownWordsOf } from '#domain/sms/model/known-words.ts'
import { parseMessage } from '#domain/sms/parse-message.ts'
import { suite } from '../../harness/suite.ts'
import { HOSTILE, sms, takesLess } from './samples.ts'

/** What a model is asked about a message. */
const test = suite('features of messages')

const grams = (text: string) => textGrams(parseMessage(sms(text)))
const layers = { phishing: 1, promotion: -1, ham: -1, links: [] as number[] }
const feature = (text: string, name: string, links: number[] = []) =>
  featuresOf(parseMessage(sms(text)), { ...layers, links })[FEATURE_NAMES.indexOf(name)]

test('parts of words are numbers below the size, each once, the same each time', () => {
  const some = grams('Your parcel is here, your parcel is here')
  assert.equal(grams('Your parcel is here, your parcel is here'), some)
  assert.is(new Set(some).size, some.length)
  assert.ok(some.every(gram => gram >= 0 && gram < TEXT_GRAMS))
  const ofHost = urlGrams({ host: 'example.com', path: '/a' })
  assert.ok(ofHost.length > 10 && ofHost.every(gram => gram >= 0 && gram < URL_GRAMS))
  assert.equal(grams(''), Int32Array.from(grams(' ')))
})

test('digits, addresses and disguises are not learned by heart', () => {
  assert.equal(grams('Code 493021 at bit.ly/aXk'), grams('Code 112334 at example.top/zz9?q=1'))
  assert.equal(grams('Verify your account'), grams('V\u200berify уоur acc0unt'))
  assert.not.equal(grams('Verify your account'), grams('Verify your count'))
  assert.not.equal(grams('See http://a.example.com'), grams('See'))
})

test('features are named once, finite, and say nothing of the sender', () => {
  assert.is(new Set(FEATURE_NAMES).size, FEATURE_NAMES.length)
  for (const text of [
    '',
    'Hi',
    'Your card is locked: https://bank-card.example.top/x',
    ...HOSTILE.map(long => long.slice(0, 2_000)),
  ]) {
    const links = parseMessage(sms(text)).links.map(() => 0.5)
    const features = featuresOf(parseMessage(sms(text)), { ...layers, links })
    assert.is(features.length, FEATURE_NAMES.length)
    assert.ok(features.every(Number.isFinite), text.slice(0, 12))
    assert.equal(featuresOf(parseMessage(sms(text, { sender: 'BBVA' })), { ...layers, links }), features)
  }
})

test('features contain what the message contains', () => {
  const text =
    'BBVA: su tarjeta esta bloqueada, entre en https://bbva-tarjeta.example.top o llame al +34 600 000 000. 12 EUR'
  for (const [name, value] of [
    ['links', 1],
    ['strange_links', 1],
    ['link_like_phishing', 0.75],
    ['imitates', 1],
    ['link_risky_ending', 1],
    ['link_brand_in_subdomain', 1],
    ['names_bank', 1],
    ['phones', 1],
    ['amounts', 1],
    ['spanish', 1],
    ['phishing', 1],
    ['disguised', 0],
  ] as const)
    assert.is(feature(text, name, [0.75]), value, name)
  assert.ok(feature(text, 'says_alarm', [0])! >= 1)
  assert.is(
    feature('Track it: https://www.dhl.com/x', 'link_like_phishing', [0.9]),
    0,
    'official addresses are left out',
  )
})

test('numbers of parcels are no phones', () => {
  for (const [text, phones] of [
    ['USPS 92001901755477: out for delivery', 0],
    ['Your parcel 9400 1000 0000 0000 is here', 0],
    ['Call +34 600 000 000 or 0034 600 000 000', 2],
    ['Call 07700900000 or (555) 010-0000', 2],
    ['Call 12345', 0],
  ] as const)
    assert.is(feature(text, 'phones'), phones, text)
})

test('the share of words that a model met', () => {
  const words = (text: string) => parseMessage(sms(text)).words
  const known = knownWordsOf([words('your parcel is here 12'), words('your parcel was here 99'), words('zebra')])
  assert.ok(isKnownWords(known))
  assert.is(knownShare(words('your parcel here 34'), known), 1)
  assert.is(knownShare(words('your zebra'), known), 0.5)
  assert.is(knownShare([], known), 1)
  assert.not(isKnownWords(new Uint8Array(3)))
})

test('parts of whatever is sent take bounded time', () => {
  for (const text of HOSTILE) {
    const parsed = parseMessage(sms(text))
    assert.ok(
      takesLess(30, () => textGrams(parsed)),
      JSON.stringify(text.slice(0, 12)),
    )
  }
})

test.run()
