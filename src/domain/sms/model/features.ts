import { TOPICS } from '../indicators/lexicon.ts'
import type { ParsedMessage } from '../parse-message.ts'
import { BRAND_KINDS } from '../urls/brands.ts'
import { URL_REASONS, type UrlReason } from '../urls/inspect-url.ts'

/** Raise it with any change of a feature or of the grams: a model fits one version. */
export const FEATURES_VERSION = 3

/** Margins of the linear layers per class, and the probability of phishing per link. */
export type LayerOutputs = { phishing: number; promotion: number; ham: number; links: readonly number[] }

type Value = (parsed: ParsedMessage, layers: LayerOutputs) => number

const REASONS = Object.keys(URL_REASONS) as UrlReason[]
const TOPIC_COUNT_MAX = 3

const share = (text: string, pattern: RegExp) =>
  text.length === 0 ? 0 : (text.match(pattern)?.length ?? 0) / text.length
const most = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b), 0)
const unofficialLinks = ({ links }: ParsedMessage) => links.filter(({ isOfficial }) => !isOfficial)

const VALUES = {
  phishing: (_, { phishing }) => phishing,
  promotion: (_, { promotion }) => promotion,
  ham: (_, { ham }) => ham,
  words: ({ words }) => words.length,
  characters: ({ plain }) => plain.text.length,
  upper: ({ plain }) => share(plain.text, /\p{Lu}/gu),
  digits: ({ plain }) => share(plain.text, /\d/g),
  signs: ({ plain }) => share(plain.text, /[^\p{L}\p{N}\s]/gu),
  foreign: ({ plain }) => share(plain.text, /[^\p{ASCII}\p{Script=Latin}\p{P}\p{S}\p{Z}\p{M}]/gu),
  exclamations: ({ plain }) => plain.text.match(/!/g)?.length ?? 0,
  disguised: ({ disguised }) => disguised,
  links: ({ linkCount }) => linkCount,
  strange_links: parsed => unofficialLinks(parsed).length,
  link_like_phishing: (parsed, { links }) => most(links.filter((_, at) => !parsed.links[at]!.isOfficial)),
  link_risk: ({ links }) => most(links.map(({ risk }) => risk)),
  imitates: ({ links }) => (links.some(({ imitates }) => imitates !== null) ? 1 : 0),
  host_length: parsed => most(unofficialLinks(parsed).map(({ parsedUrl }) => parsedUrl.host.length)),
  host_digits: parsed => most(unofficialLinks(parsed).map(({ parsedUrl }) => parsedUrl.host.replace(/\D/g, '').length)),
  host_hyphens: parsed => most(unofficialLinks(parsed).map(({ parsedUrl }) => parsedUrl.host.split('-').length - 1)),
  path_length: parsed => most(unofficialLinks(parsed).map(({ parsedUrl }) => parsedUrl.path.length)),
  phones: ({ phones }) => phones.filter(({ use }) => use === 'telephone').length,
  mobiles: ({ phones }) => phones.filter(({ isMobile }) => isMobile).length,
  undecided_numbers: ({ phones }) => phones.filter(({ use }) => use === 'undecided').length,
  asks_code: ({ code }) => (code.theft === null ? 0 : 1),
  mails: ({ mails }) => mails.length,
  amounts: ({ amounts }) => amounts.length,
  short_codes: ({ words }) => words.filter(({ text }) => /^\d{4,6}$/.test(text)).length,
  spanish: ({ language }) => (language === 'es' ? 1 : 0),
} as const satisfies Readonly<Record<string, Value>>

const OF_REASONS = REASONS.map((reason): [string, Value] => [
  `link_${reason}`,
  ({ links }) => (links.some(({ reasons }) => reasons.includes(reason)) ? 1 : 0),
])
const OF_BRANDS = BRAND_KINDS.map((kind): [string, Value] => [
  `names_${kind}`,
  ({ brands }) => (brands.some(({ brand }) => brand.kind === kind) ? 1 : 0),
])
const OF_TOPICS = TOPICS.map((topic): [string, Value] => [
  `says_${topic}`,
  ({ topics }) => Math.min(TOPIC_COUNT_MAX, topics[topic].length),
])

const FEATURES: readonly (readonly [string, Value])[] = [
  ...Object.entries<Value>(VALUES),
  ...OF_REASONS,
  ...OF_BRANDS,
  ...OF_TOPICS,
]

/** In the order of the values. The sender is no feature, because it would identify the data set. */
export const FEATURE_NAMES: readonly string[] = FEATURES.map(([name]) => name)

/** The input of the trees, float32. */
export function featuresOf(parsed: ParsedMessage, { phishing, promotion, ham, links }: LayerOutputs): Float32Array {
  const layers = {
    ...{ phishing: rounded(phishing), promotion: rounded(promotion), ham: rounded(ham) },
    links: links.map(rounded),
  }
  return Float32Array.from(FEATURES, ([, value]) => value(parsed, layers))
}

/** Rounds to three decimals, so that a value of training in float32 does not exceed a threshold in double. */
function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000
}
