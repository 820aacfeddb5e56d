import CONFUSABLES_BY_SCRIPT from './confusables.json' with { type: 'json' }

/**
 * Those of Unicode's confusables (UTS 39) that occur in messages. Compatibility forms (full-width, mathematical) are
 * absent because NFKC removes them first.
 */
const CONFUSABLES = new Map(Object.values(CONFUSABLES_BY_SCRIPT).flatMap(letters => Object.entries(letters)))
const OTHER_SCRIPT = /^[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Georgian}]$/u

/** The Latin letter that a letter looks like, without accents; else the letter itself in lower case. */
export function latinOf(character: string): string {
  const lower = character.toLowerCase()
  const like = CONFUSABLES.get(lower)
  if (like !== undefined) return like
  const base = lower.normalize('NFD')[0]!
  return /^[a-z]$/.test(base) ? base : (CONFUSABLES.get(base) ?? lower)
}

export function isConfusable(character: string): boolean {
  return OTHER_SCRIPT.test(character) && CONFUSABLES.has(character.toLowerCase())
}
