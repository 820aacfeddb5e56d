import { BRAND_WORDS, type BrandKind, OFFICIAL } from '#domain/sms/urls/brands.ts'
import { random } from '../random.ts'
import { type Class, ownSample, type Sample } from './message.ts'
import OWN from './own-messages.json' with { type: 'json' }
import { keyOf } from './sources.ts'

/**
 * Our own sentences, for kinds of messages that the data sets lack: codes, today's notices of banks and couriers,
 * Spanish, recent scams. None is a real person's message. `{word}` stands for one of the words of that name.
 */
const SENTENCES = Object.entries(OWN.sentences) as [Class, readonly string[]][]
const MESSAGES_PER_SENTENCE = 6
const SEED = 3
const DEPTH_MAX = 4

/** Names and official URLs come from the brand list, so that the model learns none of them by heart. */
function namesOf(...kinds: readonly BrandKind[]): string[] {
  const named = BRAND_WORDS.filter(({ isCommon, brand }) => !isCommon && kinds.includes(brand.kind))
  return named.map(({ text }) => text.replace(/(?<![a-z])[a-z]/g, letter => letter.toUpperCase()))
}

function linksOf(...kinds: readonly BrandKind[]): string[] {
  const domains = [...OFFICIAL].flatMap(([domain, { kind }]) => (kinds.includes(kind) ? [domain] : []))
  return domains.flatMap(domain => [`https://www.${domain}`, `https://www.${domain}/${domain.length}`, domain])
}

const [BANKS, COURIERS, GOVERNMENT, SHOPS] = [
  ...[namesOf('bank', 'payment'), namesOf('delivery'), namesOf('government'), namesOf('retail')],
] as const
const WORDS: Readonly<Record<string, readonly string[]>> = {
  ...OWN.words,
  ...{ anyBank: BANKS, anyBankEs: BANKS, bankLink: linksOf('bank', 'payment') },
  ...{ anyCourier: COURIERS, anyCourierEs: COURIERS, courierLink: linksOf('delivery') },
  ...{ anyGov: GOVERNMENT, anyGovEs: GOVERNMENT, govLink: linksOf('government') },
  ...{ anyShop: SHOPS, anyShopEs: SHOPS, shopOwnLink: linksOf('retail') },
  techLink: linksOf('technology', 'telecom'),
}

/** The same messages on every call. */
export function ownMessages(): Sample[] {
  const next = random(SEED)
  const filled = (text: string, depth = 0): string =>
    depth > DEPTH_MAX
      ? text
      : text.replace(/\{(\w+)\}/g, (_, name: string) => {
          const choices = WORDS[name]!
          return filled(choices[Math.floor(next() * choices.length)]!, depth + 1)
        })
  return SENTENCES.flatMap(([label, sentences]) =>
    sentences.flatMap(sentence =>
      Array.from({ length: /\{/.test(sentence) ? MESSAGES_PER_SENTENCE : 1 }, () =>
        // A sentence is one group: no fold is tested on messages of a sentence that it was trained on.
        ownSample('own', label, keyOf(sentence.toLowerCase()), filled(sentence), null),
      ),
    ),
  )
}
