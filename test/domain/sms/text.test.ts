import fc from 'fast-check'
import * as assert from 'uvu/assert'
import { sourceSpanOf } from '#domain/sms/text/mapped-text.ts'
import { normalise } from '#domain/sms/text/normalise.ts'
import { createFinder } from '#domain/sms/text/phrases.ts'
import { skeletonOf } from '#domain/sms/text/skeleton.ts'
import { joinSpacedWords } from '#domain/sms/text/spaced-words.ts'
import { wordsOf } from '#domain/sms/text/words.ts'
import { suite } from '../../harness/suite.ts'
import { HOSTILE, takesLess } from './samples.ts'

const test = suite('the text of messages')

const read = (text: string) => skeletonOf(joinSpacedWords(normalise(text)))

test('what a reader sees is what is read', () => {
  const reads = (text: string, expected: string) => assert.is(read(text).text, expected)
  reads('Verify your ACCOUNT', 'verify your account')
  reads('ve\u200brify y\u00ad\u2060our acc\ufe0fount', 'verify your account')
  reads('ve\ufeffrify yo\u180eur acc\u{e0061}ount', 'verify your account')
  reads('🆅🅴🆁🅸🅵🆈 🅨🅞🅤🅡 v̶e̶r̶i̶f̶y̶ ä̵̡ccount', 'verify your verify account')
  reads('Ｖｅｒｉｆｙ 𝐲𝐨𝐮𝐫 𝖆𝖈𝖈𝖔𝖚𝖓𝖙', 'verify your account')
  reads('Vеrіfу уоur ассоunt', 'verify your account')
  reads(
    'v3rify y0ur acc0unt, p@ypal c1ick cl1ck w4llet $uspended ver!fy',
    'verify your account, paypal click click wallet suspended verify',
  )
  reads('v e r i f y  y o u r  a c c o u n t', 'verify your account')
  reads('V-E-R-I-F-Y your a_c_c_o_u_n_t', 'verify your account')
  reads('su contraseña  está\t\nbloqueada', 'su contrasena esta bloqueada')
  reads('e\u0301l nin\u0303o', 'el nino')
})

test('what is no disguise stays', () => {
  const stays = (text: string) => assert.is(read(text).text, text.toLowerCase())
  stays('gr8 c u 2nite b4 8, 150p or 2005, covid19, hi!how are u')
  stays('write to anna@example.com about U.S.A., $500 or £3.50')
  stays('привет, как дела? увидимся завтра')
  stays('I a m ok')
  stays('🎉 ok 👍🏽')
})

test('it counts what was disguised', () => {
  const { invisible } = normalise('a\u200bb\u200bc 👨‍👩‍👧 ❤️')
  assert.is(invisible, 2)
  assert.is(joinSpacedWords(normalise('v e r i f y  t h i s, a b')).spaced, 2)
  const { homoglyphs, leet } = read('Аmаzоn acc0unt and you')
  assert.equal([homoglyphs, leet], [1, 1])
})

test('whatever is read is found again in the source, in its order', () => {
  const parts = fc.constantFrom(
    'v e r i f y',
    'Аmаzon',
    '\u200b',
    'e\u0301\u0301\u0301\u0301\u0301\u0301',
    '𝐲𝐨',
    'ﬁ',
    'ﷺ',
    '\ud800',
    '\udc00',
    '\0',
    '  ',
    'acc0unt',
    '👨‍👩‍👧',
    '㎏',
    '½',
    'İ',
  )
  const text = fc
    .array(fc.oneof(parts, fc.string({ unit: 'binary' }), fc.string()), { maxLength: 12 })
    .map(some => some.join(''))
  fc.assert(
    fc.property(text, source => {
      const { text: shown, starts, ends } = read(source)
      assert.is(starts.length, shown.length)
      for (let at = 0; at < shown.length; at += 1) {
        assert.ok(starts[at]! < ends[at]! && ends[at]! <= source.length)
        assert.ok(at === 0 || starts[at]! >= starts[at - 1]!)
      }
    }),
    { numRuns: 2_000 },
  )
})

test('phrases are found where they stand, over gaps, with endings and without what may be missing', () => {
  const find = (pattern: string, text: string) => {
    const shown = read(text)
    return createFinder([pattern])(wordsOf(shown.text)).map(found => {
      const { start, end } = sourceSpanOf(shown, found)
      return text.slice(start, end)
    })
  }
  assert.equal(find('verify|confirm your account', 'Please CONFIRM your account'), ['CONFIRM your account'])
  assert.equal(find('verify .. account', 'verify the big old account, verify one two three four account'), [
    'verify the big old account',
  ])
  assert.equal(find('verifi* su? cuenta', 'Verifique su cuenta o verifica cuenta'), [
    'Verifique su cuenta',
    'verifica cuenta',
  ])
  assert.equal(find('verify account', 'v̶e̶r̶i̶f̶y̶ account'), ['v̶e̶r̶i̶f̶y̶ account'])
  assert.equal(find('verify account', 'verify 𝐚𝐜𝐜𝐨𝐮𝐧𝐭!'), ['verify 𝐚𝐜𝐜𝐨𝐮𝐧𝐭'])
  assert.equal(find('wasnt you', "It wasn't you"), ["wasn't you"])
  assert.equal(find('verify account', 'v\u200berify a c c o u n t!'), ['v\u200berify a c c o u n t'])
  assert.throws(() => createFinder(['.. account']), 'begins with no word')
})

test('time grows with the length and no faster, whatever stands there', () => {
  for (const text of HOSTILE)
    assert.ok(
      takesLess(150, () => wordsOf(read(text).text)),
      JSON.stringify(text.slice(0, 12)),
    )
})

test.run()
