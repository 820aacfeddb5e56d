import { latinOf } from '../text/homoglyphs.ts'
import { BRAND_WORDS, type Brand } from './brands.ts'
import { BAIT_WORDS, WORDS_LIKE_BRANDS } from './domain-lists.ts'

/** `word`: the name contains the brand's word. `spelling`: it looks or is spelled like it. */
export type BrandImitation = { brand: Brand; kind: 'word' | 'spelling' }

/** Shorter words are one edit away from too many others. */
const SPELLING_LENGTH_MIN = 5
/** Shorter words are a part of others by chance ("startups"). */
const INNER_LENGTH_MIN = 5
const SHORT_LENGTH = 3
/** RFC 1035. */
const LABEL_LENGTH_MAX = 63

type Entry = { name: string; brand: Brand; isCommon: boolean }
const ENTRIES: readonly Entry[] = BRAND_WORDS.map(({ text, isCommon, brand }) => ({
  name: text.replace(/[^a-z0-9]/g, ''),
  ...{ brand, isCommon },
})).filter(({ name }) => name.length >= SHORT_LENGTH)
const BY_NAME: ReadonlyMap<string, Entry> = new Map(ENTRIES.map(entry => [entry.name, entry]))
const NAME_LENGTH_MAX = Math.max(...ENTRIES.map(({ name }) => name.length))

/** Brands by their word and its deletions of one letter (as in SymSpell), to compare a name with few candidates. */
const DELETION_INDEX = Map.groupBy(
  ENTRIES.filter(({ name }) => name.length >= SPELLING_LENGTH_MIN).flatMap(entry =>
    [entry.name, ...deletionsOf(entry.name)].map(key => ({ key, entry })),
  ),
  ({ key }) => key,
)

/** The brand that a label of a host name imitates: `paypa1-login`. */
export function findBrandImitation(label: string): BrandImitation | null {
  const clipped = label.slice(0, LABEL_LENGTH_MAX)
  const letters = Array.from(clipped, latinOf).join('')
  const isDisguised = letters !== clipped.toLowerCase()
  const tokens = letters.split(/[-_.]/).filter(token => token !== '')
  const others = (token: string) => tokens.filter(other => other !== token)
  for (const [at, token] of tokens.entries()) {
    const exact = BY_NAME.get(token)
    if (exact !== undefined && (isDisguised || isBrandName(exact, at, others(token))))
      return { brand: exact.brand, kind: isDisguised ? 'spelling' : 'word' }
  }
  const whole = BY_NAME.get(tokens.join(''))
  if (whole !== undefined && !whole.isCommon) return { brand: whole.brand, kind: 'word' }
  for (const token of tokens) {
    const inner = findInner(token)
    if (inner !== null) return { brand: inner.brand, kind: 'word' }
  }
  for (const token of tokens) {
    const near = findNear(token, others(token).some(isBait))
    if (near !== null) return { brand: near.brand, kind: 'spelling' }
  }
  return null
}

/** A common word means the brand only next to a bait word, a short one also if it comes first. */
function isBrandName({ name, isCommon }: Entry, at: number, others: readonly string[]): boolean {
  const hasBait = others.some(other => BAIT_WORDS.has(other) || /^\d+$/.test(other))
  if (isCommon) return hasBait
  return name.length > SHORT_LENGTH || hasBait || at === 0
}

/** The brand at the start or end of a token whose rest is a bait word: `netflixbilling`. */
function findInner(token: string): Entry | null {
  for (let length = Math.min(token.length - 1, NAME_LENGTH_MAX); length >= INNER_LENGTH_MIN; length -= 1)
    for (const [part, rest] of [
      [token.slice(0, length), token.slice(length)],
      [token.slice(-length), token.slice(0, -length)],
    ] as const) {
      const entry = BY_NAME.get(part)
      if (entry !== undefined && isBait(rest)) return entry
    }
  return null
}

function isBait(text: string): boolean {
  if (/^\d+$/.test(text) || BAIT_WORDS.has(text)) return true
  for (let cut = 2; cut < text.length - 1; cut += 1)
    if (BAIT_WORDS.has(text.slice(0, cut)) && BAIT_WORDS.has(text.slice(cut))) return true
  return false
}

/** The brand within one edit of the token, or of the token with digits and pairs read as letters (`rn` as m). */
function findNear(token: string, hasBait: boolean): Entry | null {
  if (token.length > NAME_LENGTH_MAX + 1) return null
  const read = token
    .replace(/rn/g, 'm')
    .replace(/vv/g, 'w')
    .replace(/[01345]/g, digit => ({ '0': 'o', '1': 'l', '3': 'e', '4': 'a', '5': 's' })[digit]!)
  const asRead = BY_NAME.get(read) ?? BY_NAME.get(token.replace(/1/g, 'i').replace(/0/g, 'o'))
  if (asRead !== undefined && token !== asRead.name && token.length > SHORT_LENGTH) return asRead
  const single = SHORT_BY_COLLAPSED.get(withoutRepeats(token))
  if (single !== undefined && token.length === single.name.length + 1) return single
  for (const form of read === token ? [token] : [token, read])
    for (const key of [form, ...deletionsOf(form)])
      for (const { entry } of DELETION_INDEX.get(key) ?? [])
        if (isWithinOneEdit(form, entry.name) && !WORDS_LIKE_BRANDS.has(form) && (hasBait || !entry.isCommon))
          return entry
  return null
}

/** Short names with a doubled letter: `uspss`. */
const SHORT_BY_COLLAPSED: ReadonlyMap<string, Entry> = new Map(
  ENTRIES.filter(({ name, isCommon }) => name.length === SPELLING_LENGTH_MIN - 1 && !isCommon).map(entry => [
    withoutRepeats(entry.name),
    entry,
  ]),
)

function withoutRepeats(text: string): string {
  return text.replace(/(.)\1+/g, '$1')
}

/** Damerau-Levenshtein distance of at most 1, with the same first letter. */
function isWithinOneEdit(one: string, other: string): boolean {
  if (one === other || one[0] !== other[0] || Math.abs(one.length - other.length) > 1) return false
  let head = 0
  while (head < Math.min(one.length, other.length) && one[head] === other[head]) head += 1
  let tail = 0
  while (tail < Math.min(one.length, other.length) - head && one.at(-1 - tail) === other.at(-1 - tail)) tail += 1
  const [left, right] = [one.slice(head, one.length - tail), other.slice(head, other.length - tail)]
  if (left.length <= 1 && right.length <= 1) return true
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
}

function deletionsOf(text: string): string[] {
  return Array.from(text, (_, at) => text.slice(0, at) + text.slice(at + 1))
}
