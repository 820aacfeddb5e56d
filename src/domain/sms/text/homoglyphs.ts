/**
 * Those of Unicode's confusables (UTS 39) that occur in messages. Compatibility forms (full-width, mathematical) are
 * absent because NFKC removes them first.
 */
const CONFUSABLES: Readonly<Record<string, string>> = {
  // Cyrillic
  ...{
    а: 'a',
    в: 'b',
    с: 'c',
    ԁ: 'd',
    е: 'e',
    ё: 'e',
    һ: 'h',
    і: 'i',
    ї: 'i',
    ј: 'j',
    к: 'k',
    ӏ: 'l',
    м: 'm',
    н: 'h',
    о: 'o',
  },
  ...{
    р: 'p',
    ԛ: 'q',
    г: 'r',
    ѕ: 's',
    т: 't',
    у: 'y',
    ѵ: 'v',
    ԝ: 'w',
    х: 'x',
    ү: 'y',
    ӓ: 'a',
    ѐ: 'e',
    ӧ: 'o',
    п: 'n',
    и: 'u',
  },
  // Greek
  ...{
    α: 'a',
    β: 'b',
    ε: 'e',
    η: 'n',
    ι: 'i',
    κ: 'k',
    μ: 'u',
    ν: 'v',
    ο: 'o',
    ρ: 'p',
    σ: 'o',
    τ: 't',
    υ: 'u',
    χ: 'x',
    γ: 'y',
    ω: 'w',
  },
  ...{ ά: 'a', έ: 'e', ή: 'n', ί: 'i', ό: 'o', ύ: 'u', ζ: 'z' },
  // Armenian, Cherokee and Georgian
  ...{
    օ: 'o',
    ս: 'u',
    ց: 'g',
    հ: 'h',
    ո: 'n',
    զ: 'q',
    ա: 'w',
    ყ: 'y',
    ꭺ: 'a',
    ꮯ: 'c',
    ꭼ: 'e',
    ꮋ: 'h',
    ꮖ: 'i',
    ꮪ: 's',
    ꮩ: 'v',
  },
  // Latin letters that NFD does not decompose
  ...{
    ı: 'i',
    ł: 'l',
    ø: 'o',
    đ: 'd',
    ħ: 'h',
    ŧ: 't',
    ß: 'ss',
    æ: 'ae',
    œ: 'oe',
    ɑ: 'a',
    ɡ: 'g',
    ɩ: 'i',
    ʀ: 'r',
    ꜱ: 's',
    ᴀ: 'a',
  },
  ...{
    ʙ: 'b',
    ᴄ: 'c',
    ᴅ: 'd',
    ᴇ: 'e',
    ɢ: 'g',
    ʜ: 'h',
    ɪ: 'i',
    ᴊ: 'j',
    ᴋ: 'k',
    ʟ: 'l',
    ᴍ: 'm',
    ɴ: 'n',
    ᴏ: 'o',
    ᴘ: 'p',
    ᴛ: 't',
  },
  ...{ ᴜ: 'u', ᴠ: 'v', ᴡ: 'w', ʏ: 'y', ᴢ: 'z', ƒ: 'f', ǀ: 'l', ƅ: 'b', ɯ: 'w', ʋ: 'u', ȷ: 'j' },
}

const OTHER_SCRIPT = /^[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Georgian}]$/u

/** The Latin letter that a letter looks like, without accents; else the letter itself in lower case. */
export function latinOf(character: string): string {
  const lower = character.toLowerCase()
  const like = CONFUSABLES[lower]
  if (like !== undefined) return like
  const base = lower.normalize('NFD')[0]!
  return /^[a-z]$/.test(base) ? base : (CONFUSABLES[base] ?? lower)
}

export function isConfusable(character: string): boolean {
  return OTHER_SCRIPT.test(character) && CONFUSABLES[character.toLowerCase()] !== undefined
}
