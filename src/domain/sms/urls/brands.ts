import BRANDS from './brands.json' with { type: 'json' }

/** Kinds of organisations that phishing imitates. */
export const BRAND_KINDS = [
  'bank',
  'payment',
  'delivery',
  'government',
  'telecom',
  'technology',
  'retail',
  'crypto',
] as const
export type BrandKind = (typeof BRAND_KINDS)[number]

export type Brand = {
  kind: BrandKind
  /** Names in messages, lower case without accents. */
  words: readonly string[]
  /**
   * Those of `words` that also have another meaning: host names and senders are compared with them, but a text names
   * the brand only where the word is capitalised or comes first.
   */
  common: readonly string[]
  /** Registrable domains. Names under `.gov`, `.gob.es` and the like are official without an entry. */
  domains: readonly string[]
  /**
   * Published customer lines, E.164. Only their form was checked: a wrong one makes a number safe in messages that
   * name the brand, and nowhere else.
   */
  telephones: readonly string[]
}

export type BrandWord = { text: string; isCommon: boolean; brand: Brand }

export const BRAND_WORDS: readonly BrandWord[] = (BRANDS as readonly Brand[]).flatMap(brand =>
  brand.words.map(text => ({ text, isCommon: brand.common.includes(text), brand })),
)

/** Brands by registrable domain. */
export const OFFICIAL: ReadonlyMap<string, Brand> = new Map(
  BRAND_WORDS.flatMap(({ brand }) => brand.domains.map(domain => [domain, brand])),
)
