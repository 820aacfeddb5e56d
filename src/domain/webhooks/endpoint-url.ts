const URL_CHARS_MAX = 2_048

/** The URL standard's parser removes these silently, so that the stored address would differ from the given one. */
const UNPRINTED = /[\p{Cc}\s]/u
/** Without an authority that parser takes the first part of the path for it: `https:///x` would lead to host `x`. */
const AUTHORITY = /^[a-z]+:\/\/([^/\\?#]+)/i
/** That parser accepts empty labels: `intranet..` has a dot and is still a name of this network only. */
const EMPTY_LABEL = /^\.|\.\./

/**
 * The normal form of an endpoint's address, or why it is refused. The parser turns `2130706433`, `0177.0.0.1` and
 * `0x7f.1` into the address they mean, so that later checks see one spelling.
 */
export function normalUrl(text: string): { url: URL } | { reason: string } {
  if (text.length > URL_CHARS_MAX) return { reason: `must be at most ${URL_CHARS_MAX} characters` }
  if (UNPRINTED.test(text)) return { reason: 'must not contain white space, line breaks or control characters' }
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null) return { reason: 'must be an absolute URL' }
  if (url.protocol !== 'https:') return { reason: 'must be an https:// URL' }
  const authority = AUTHORITY.exec(text)?.[1]
  if (authority === undefined) return { reason: 'must name a host after https://' }
  if (authority.includes('@')) return { reason: 'must not contain a user name or password' }
  if (EMPTY_LABEL.test(url.hostname)) return { reason: 'must not have a host name with empty parts' }
  if (url.hash !== '' || text.includes('#')) return { reason: 'must not contain a fragment' }
  return { url }
}
