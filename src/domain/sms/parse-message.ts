import { brandsIn } from './brand-mentions.ts'
import { findCodeSignals } from './indicators/code-theft.ts'
import { topicsIn } from './indicators/lexicon.ts'
import { isPublishedLine } from './is-published-line.ts'
import { languageOf } from './language.ts'
import { linksOf } from './links.ts'
import { type Message, TEXT_LENGTH_MAX } from './message.ts'
import { type PhoneNumber, phoneNumbersIn } from './phone-numbers.ts'
import { senderOf } from './sender.ts'
import { type Span, sourceSpanOf } from './text/mapped-text.ts'
import { normalise } from './text/normalise.ts'
import { skeletonOf } from './text/skeleton.ts'
import { GAPS_IN_URLS, joinSpacedWords } from './text/spaced-words.ts'
import { wordsOf } from './text/words.ts'

export type ParsedMessage = ReturnType<typeof parseMessage>

/** Begins at the `@`, because the local part may be long. */
const MAIL = /(?<=[\p{L}\p{N}._%+-])@[\p{L}\p{N}.-]{1,63}\.[\p{L}]{2,24}/gu
const CURRENCY = 'usd|eur|euros?|dollars?|pounds?|gbp|ngn|naira|pesos?|mxn|cop|clp|soles|rs|inr|sgd|aud|cad|quid|k'
const AMOUNT = new RegExp(
  `(?:[$£€₦₹]|(?<![a-z])(?:usd|eur|gbp|ngn|rs\\.?|inr|us\\$|mxn)) ?\\d[\\d.,]{0,15}|(?<![\\d.,])\\d[\\d.,]{0,15} ?(?:[€£$]|(?:${CURRENCY})(?![a-z]))`,
  'giu',
)
/** Takes linear time and throws for no content. */
export function parseMessage(received: Message) {
  const message = { ...received, text: received.text.slice(0, TEXT_LENGTH_MAX) }
  const plain = normalise(message.text)
  const joined = joinSpacedWords(plain)
  const skeleton = skeletonOf(joined)
  const { links, count, inText } = linksOf(message, joinSpacedWords(plain, GAPS_IN_URLS))
  const urlSpans = inText.map(({ span }) => span)
  const words = outside(wordsOf(skeleton.text), urlSpans, word => sourceSpanOf(skeleton, word))
  const spans = (pattern: RegExp) =>
    Array.from(plain.text.matchAll(pattern), ({ 0: text, index }) => ({ start: index, end: index + text.length, text }))
  const toSource = (span: Span) => sourceSpanOf(plain, span)
  const language = languageOf(words)
  const amounts = spans(AMOUNT)
  const sender = senderOf(message.sender, message)
  const brands = brandsIn(words, { isMarked: span => isCapital(message.text, sourceSpanOf(skeleton, span)) })
  const namedBrands = [...brands.map(({ brand }) => brand), ...(sender.brand === null ? [] : [sender.brand])]
  const phoneContext = { country: message.country, sender: message.sender, language }
  const found = phoneNumbersIn(plain.text, amounts, phoneContext)
  const numbers = outside(
    found.map(phone => ({ ...phone, ...toSource(phone) })),
    urlSpans,
  )
  const isPublished = (phone: PhoneNumber) => isPublishedLine(message.text, phone, namedBrands)
  return {
    ...{ message, plain, skeleton, links, brands, sender, language, urlSpans },
    /** Of the skeleton, without URLs. */
    words,
    topics: topicsIn(words),
    code: findCodeSignals(skeleton.text, words),
    /** Brands of the text and of the sender's name. */
    namedBrands,
    /** Distinct URLs, including those that were not inspected. */
    linkCount: count,
    phones: numbers.filter(phone => !isPublished(phone)),
    /** Published customer lines of named brands, which are safe like their own domains. */
    publishedLines: numbers.filter(isPublished),
    amounts: outside(amounts.map(toSource), urlSpans),
    mails: spans(MAIL).map(toSource),
    /** Count of spaced-out words, words with confusables or leet, and invisible characters. */
    disguised: plain.invisible + joined.spaced + skeleton.homoglyphs + skeleton.leet,
  }
}

/** Those that begin in none of the URLs. Both lists are in text order. */
function outside<T extends Span>(
  some: readonly T[],
  urls: readonly Span[],
  spanOf: (one: T) => Span = span => span,
): T[] {
  let next = 0
  return some.filter(one => {
    const { start } = spanOf(one)
    while (next < urls.length && urls[next]!.end <= start) next += 1
    return next === urls.length || urls[next]!.start > start
  })
}

function isCapital(text: string, { start }: Span): boolean {
  return /^\p{Lu}/u.test(text.slice(start, start + 2))
}
