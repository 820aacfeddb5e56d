import { type BrandMention, brandsIn } from './brand-mentions.ts'
import { type CodeSignals, findCodeSignals } from './indicators/code-theft.ts'
import { type Topics, topicsIn } from './indicators/lexicon.ts'
import { isPublishedLine } from './is-published-line.ts'
import { type Language, languageOf } from './language.ts'
import { type Link, linksOf } from './links.ts'
import { type Message, TEXT_LENGTH_MAX } from './message.ts'
import { type PhoneNumber, phoneNumbersIn } from './phone-numbers.ts'
import { type Sender, senderOf } from './sender.ts'
import { type Span, sourceSpanOf } from './text/mapped-text.ts'
import { type Normalised, normalise } from './text/normalise.ts'
import { type Skeleton, skeletonOf } from './text/skeleton.ts'
import { GAPS_IN_URLS, joinSpacedWords } from './text/spaced-words.ts'
import { type Word, wordsOf } from './text/words.ts'
import type { Brand } from './urls/brands.ts'

export type ParsedMessage = {
  message: Message
  plain: Normalised
  skeleton: Skeleton
  /** Of the skeleton, without URLs. */
  words: readonly Word[]
  topics: Topics
  code: CodeSignals
  brands: readonly BrandMention[]
  /** Brands of the text and of the sender's name. */
  namedBrands: readonly Brand[]
  urlSpans: readonly Span[]
  links: readonly Link[]
  /** Distinct URLs, including those that were not inspected. */
  linkCount: number
  /** Without `publishedLines`. */
  phones: readonly PhoneNumber[]
  /** Published customer lines of named brands, which are safe like their own domains. */
  publishedLines: readonly PhoneNumber[]
  amounts: readonly Span[]
  mails: readonly Span[]
  sender: Sender
  language: Language
  /** Count of spaced-out words, words with confusables or leet, and invisible characters. */
  disguised: number
}

/** Begins at the `@`, because the local part may be long. */
const MAIL = /(?<=[\p{L}\p{N}._%+-])@[\p{L}\p{N}.-]{1,63}\.[\p{L}]{2,24}/gu
const CURRENCY = 'usd|eur|euros?|dollars?|pounds?|gbp|ngn|naira|pesos?|mxn|cop|clp|soles|rs|inr|sgd|aud|cad|quid|k'
const AMOUNT = new RegExp(
  `(?:[$£€₦₹]|(?<![a-z])(?:usd|eur|gbp|ngn|rs\\.?|inr|us\\$|mxn)) ?\\d[\\d.,]{0,15}|(?<![\\d.,])\\d[\\d.,]{0,15} ?(?:[€£$]|(?:${CURRENCY})(?![a-z]))`,
  'giu',
)
/** Takes linear time and throws for no content. */
export function parseMessage(received: Message): ParsedMessage {
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
    ...{ message, plain, skeleton, words, links, brands, namedBrands, sender, language, urlSpans },
    topics: topicsIn(words),
    code: findCodeSignals(skeleton.text, words),
    linkCount: count,
    phones: numbers.filter(phone => !isPublished(phone)),
    publishedLines: numbers.filter(isPublished),
    amounts: outside(amounts.map(toSource), urlSpans),
    mails: spans(MAIL).map(toSource),
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
