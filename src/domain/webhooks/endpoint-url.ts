const URL_CHARS_MAX = 2_048

/**
 * The normal form of an endpoint's address, or why it can't be one. The URL standard's parser turns `2130706433`,
 * `0177.0.0.1` and `0x7f.1` into the address they mean, so that later checks see one spelling.
 */
export function normalUrl(text: string): { url: URL } | { reason: string } {
  if (text.length > URL_CHARS_MAX) return { reason: `must be at most ${URL_CHARS_MAX} characters` }
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null) return { reason: 'must be an absolute URL' }
  if (url.protocol !== 'https:') return { reason: 'must be an https:// URL' }
  if (url.username !== '' || url.password !== '') return { reason: 'must not contain a user name or password' }
  if (url.hash !== '' || text.includes('#')) return { reason: 'must not contain a fragment' }
  return { url }
}
