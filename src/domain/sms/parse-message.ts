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
import { GAPS_IN_ADDRESSES, joinSpacedWords } from './text/spaced-words.ts'
import { type Word, wordsOf } from './text/words.ts'

/** What there is to see in a message, before anybody judges it. */
export type ParsedMessage = {
  message: Message
  plain: Normalised
  skeleton: Skeleton
  /** Of the skeleton, outside addresses. */
  words: readonly Word[]
  topics: Topics
  code: CodeSignals
  brands: readonly BrandMention[]
  /** Where addresses stand in the text. */
  addresses: readonly Span[]
  links: readonly Link[]
  /** Different addresses, those that were not inspected included. */
  linkCount: number
  /** All but `ownLines`. */
  phones: readonly PhoneNumber[]
  /** Published customer lines of organisations that the message names: like their own addresses, they are safe. */
  publishedLines: readonly PhoneNumber[]
  amounts: readonly Span[]
  mails: readonly Span[]
  sender: Sender
  language: Language
  /** Words that were spaced out or written with signs and letters that only look right, and what nobody sees between letters. */
  disguised: number
}

/** From its sign on: what stands before it may be long. */
const MAIL = /(?<=[\p{L}\p{N}._%+-])@[\p{L}\p{N}.-]{1,63}\.[\p{L}]{2,24}/gu
const CURRENCY = 'usd|eur|euros?|dollars?|pounds?|gbp|ngn|naira|pesos?|mxn|cop|clp|soles|rs|inr|sgd|aud|cad|quid|k'
const AMOUNT = new RegExp(
  `(?:[$£€₦₹]|(?<![a-z])(?:usd|eur|gbp|ngn|rs\\.?|inr|us\\$|mxn)) ?\\d[\\d.,]{0,15}|(?<![\\d.,])\\d[\\d.,]{0,15} ?(?:[€£$]|(?:${CURRENCY})(?![a-z]))`,
  'giu',
)
/** Looks at a message; in time in proportion to its length, and without ever throwing for what it holds. */
export function parseMessage(given: Message): ParsedMessage {
  const message = { ...given, text: given.text.slice(0, TEXT_LENGTH_MAX) }
  const plain = normalise(message.text)
  const joined = joinSpacedWords(plain)
  const skeleton = skeletonOf(joined)
  const { links, count, inText } = linksOf(message, joinSpacedWords(plain, GAPS_IN_ADDRESSES))
  const addresses = inText.map(({ span }) => span)
  const words = outside(wordsOf(skeleton.text), addresses, word => sourceSpanOf(skeleton, word))
  const spans = (pattern: RegExp) =>
    Array.from(plain.text.matchAll(pattern), ({ 0: text, index }) => ({ start: index, end: index + text.length, text }))
  const inSource = (some: readonly Span[]) =>
    outside(
      some.map(span => sourceSpanOf(plain, span)),
      addresses,
      span => span,
    )
  const language = languageOf(words)
  const amounts = spans(AMOUNT)
  const sender = senderOf(message.sender, message)
  const brands = brandsIn(words, { isMarked: span => isCapital(message.text, sourceSpanOf(skeleton, span)) })
  const named = [...brands.map(({ brand }) => brand), ...(sender.brand === null ? [] : [sender.brand])]
  const phoneContext = { country: message.country, sender: message.sender, language }
  const numbers = outside(
    phoneNumbersIn(plain.text, amounts, phoneContext).map(phone => ({ ...phone, ...sourceSpanOf(plain, phone) })),
    addresses,
    span => span,
  )
  const isOwn = (phone: PhoneNumber) => isPublishedLine(message.text, phone, named)
  return {
    ...{ message, plain, skeleton, words, addresses, links, brands, sender, language },
    topics: topicsIn(words),
    code: findCodeSignals(skeleton.text, words),
    linkCount: count,
    phones: numbers.filter(phone => !isOwn(phone)),
    publishedLines: numbers.filter(isOwn),
    amounts: inSource(amounts),
    mails: spans(MAIL).map(span => sourceSpanOf(plain, span)),
    disguised: plain.invisible + joined.spaced + skeleton.homoglyphs + skeleton.leet,
  }
}

/** What begins in none of the addresses; both come in their order. */
function outside<T>(some: readonly T[], addresses: readonly Span[], spanOf: (one: T) => Span): T[] {
  let next = 0
  return some.filter(one => {
    const { start } = spanOf(one)
    while (next < addresses.length && addresses[next]!.end <= start) next += 1
    return next === addresses.length || addresses[next]!.start > start
  })
}

function isCapital(text: string, { start }: Span): boolean {
  return /^\p{Lu}/u.test(text.slice(start, start + 2))
}
