import LISTS from './domain-lists.json' with { type: 'json' }

export const SHORTENERS: ReadonlySet<string> = new Set(LISTS.shorteners)

/** TLDs with cheap names and a high share of abuse. Sources: Spamhaus, Interisle. */
export const RISKY_TLDS: ReadonlySet<string> = new Set(LISTS.riskyTlds)

/** TLDs that are also words: `this.is` is usually a missing space between two sentences. */
export const WORD_TLDS: ReadonlySet<string> = new Set(LISTS.wordTlds)

/** Words and names within one edit of a brand. */
export const WORDS_LIKE_BRANDS: ReadonlySet<string> = new Set(LISTS.wordsLikeBrands)

/** Words that make a host name look trustworthy. */
export const BAIT_WORDS: ReadonlySet<string> = new Set(LISTS.baitWords)

/** Suffixes for authorities, universities and banks only. */
export const OFFICIAL_SUFFIX =
  /(?:^|\.)(?:gov|mil|edu|bank|gov\.[a-z]{2}|gob\.[a-z]{2}|gub\.uy|gouv\.fr|govt\.nz|go\.(?:cr|ke)|gc\.ca|gov\.wales|gov\.scot|nhs\.uk|nhs\.scot|police\.uk|mod\.uk|ac\.uk|edu\.[a-z]{2}|bank\.in|europa\.eu|admin\.ch)$/

/** Hosts, some with a path prefix, on which every user can publish pages, forms, files, chats or redirects. */
const USER_CONTENT_SITES = LISTS.userContentSites.map(site => site.replaceAll('.', '\\.'))
const USER_CONTENT = new RegExp(`^(?:[^/]*\\.)?(?:${USER_CONTENT_SITES.join('|')})(?![^/?#])`)

/** @param path with the leading slash. */
export function hasUserContent(host: string, path: string): boolean {
  return USER_CONTENT.test(`${host}${path}`)
}

/** Widely known sites. On some of them every user can publish. */
export const COMMON_SITES: ReadonlySet<string> = new Set(LISTS.commonSites)
