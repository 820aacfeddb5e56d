import { createMappedText, type MappedText } from '../text/mapped-text.ts'

/** TLDs that belong to a URL even with a space before them, because they are no words. */
const TLDS = 'com|net|org|xyz|biz|ly|info'
/** TLDs that are also words, often before a URL ("Info: https://…"). */
const WORD_TLDS = 'net|biz|ly|info|es|uk|co'

/** TLDs that are frequent in phishing: they belong to a URL after a space and a full stop. */
const CHEAP_TLDS = 'site|online|top|shop|click|help|live|icu|vip|club|cfd|sbs|buzz|store'

type Context = { text: string; start: number; end: number }
type DefangedForm = {
  form: string
  plain: (found: string) => string
  /** Checks the context, if the form may also be the end of a sentence. */
  isDefanged?: (context: Context) => boolean
}

/** Each form has a bounded length. */
const DEFANGED_FORMS: readonly DefangedForm[] = [
  {
    form: 'h(?:xx|\\*\\*|tt)ps?(?: ?(?:: ?/ ?/|\\[:\\] ?/ ?/|\\[://\\]))(?: (?=[\\p{L}\\p{N}-]{1,63} ?\\.))?',
    plain: of => (/ps/i.test(of) ? 'https://' : 'http://'),
  },
  { form: ' ?[[({] ?(?:\\.|dot|punto) ?[\\])}] ?', plain: () => '.' },
  { form: '\\[:\\]', plain: () => ':' },
  { form: '\\[/\\]', plain: () => '/' },
  {
    form: `(?<=[\\p{L}\\p{N}]) (?:dot|punto) (?=(?:[\\p{L}\\p{N}-]{1,63} (?:dot|punto) )?(?:${TLDS}|es|uk|co)\\b)`,
    plain: () => '.',
    // "Su punto es gratuito" is a sentence.
    isDefanged: context => isPath(context) || isEnglish(context) || !isWordTld(context) || isMadeUp(context),
  },
  { form: '(?<=[a-z0-9])。(?=[a-z0-9])', plain: () => '.' },
  {
    form: '(?<=[\\p{L}\\p{N}]) \\. (?=[\\p{L}\\p{N}])',
    plain: () => '.',
    isDefanged: context => isPath(context) || !(isCapitalised(context) || isLabel(context)),
  },
  {
    form: `(?<=[\\p{L}\\p{N}]) \\.(?=(?:${TLDS})\\b)`,
    plain: () => '.',
    isDefanged: context => isPath(context) || !(isWordTld(context) && (isCapitalised(context) || isLabel(context))),
  },
  {
    form: `(?<=[\\p{L}\\p{N}])\\. (?=(?:${TLDS})\\b)`,
    plain: () => '.',
    isDefanged: context => isPath(context) || !(isWordTld(context) || isCapitalised(context) || isCutOff(context)),
  },
  // "pay-toll .example-2 .site"
  {
    form: `(?<=[\\p{L}\\p{N}]) \\.(?=(?:[\\p{L}\\p{N}]{1,30}(?:-[\\p{L}\\p{N}]{1,30}){1,4} ?\\.)?(?:${CHEAP_TLDS})\\b)`,
    plain: () => '.',
  },
  { form: '(?<=www) ?\\. ?(?=[\\p{L}\\p{N}])', plain: () => '.' },
  { form: `(?<=\\. ?(?:${TLDS}|co|es|io|me|top|site|online)) / ?(?=[\\p{L}\\p{N}])`, plain: () => '/' },
]
const ALL = new RegExp(DEFANGED_FORMS.map(({ form }) => `(${form})`).join('|'), 'giu')

/** Whether a capitalised word follows, which begins a sentence. */
function isCapitalised(context: Context): boolean {
  return /^\p{Lu}\p{Ll}/u.test(following(context))
}

/** Whether a word with a colon follows ("info: https://…"). */
function isLabel(context: Context): boolean {
  return isWordTld(context) && /^[\p{L}\p{N}]{1,63} ?:(?!\d)/u.test(following(context))
}

/** Whether a truncated word follows ("pedido. com…"). */
function isCutOff(context: Context): boolean {
  return /^[\p{L}\p{N}]{1,63}(?:…|\.\.)/u.test(following(context))
}

function isPath(context: Context): boolean {
  return /^[\p{L}\p{N}-]{1,63} ?\/ ?[\p{L}\p{N}]/u.test(following(context))
}

function isEnglish({ text, start, end }: Context): boolean {
  return /dot/i.test(text.slice(start, end))
}

function isWordTld(context: Context): boolean {
  return STARTS_WITH_WORD_TLD.test(following(context))
}
const STARTS_WITH_WORD_TLD = new RegExp(`^(?:${WORD_TLDS})(?![\\p{L}\\p{N}])`, 'iu')

/** Whether the word before has a digit or a hyphen, like a host name. */
function isMadeUp({ text, start }: Context): boolean {
  return /(?:[\p{L}\p{N}]-|\p{L}\p{N}*\d|\d\p{N}*\p{L})[\p{L}\p{N}-]*$/u.test(
    text.slice(Math.max(0, start - LABEL_LENGTH_MAX), start),
  )
}
/** RFC 1035. */
const LABEL_LENGTH_MAX = 63

function following({ text, end }: Context): string {
  return text.slice(end, end + LABEL_LENGTH_MAX + 4)
}

export type Refanged = MappedText & { hidden: readonly { start: number; end: number }[] }

/** Restores defanged URLs (`hxxp`, `[.]`, `paypal . com`); `hidden` are their spans. */
export function refang({ text, starts, ends }: MappedText): Refanged {
  const mapped = createMappedText(text.length)
  const hidden: { start: number; end: number }[] = []
  let at = 0
  for (const match of text.matchAll(ALL)) {
    const { 0: found, index } = match
    const { plain: meant, isDefanged } = DEFANGED_FORMS[match.slice(1).findIndex(group => group !== undefined)]!
    if (isDefanged !== undefined && !isDefanged({ text, start: index, end: index + found.length })) continue
    const plain = meant(found)
    copyUntil(index)
    const start = mapped.length
    for (const unit of plain) mapped.unit(unit.charCodeAt(0), starts[index]!, ends[index + found.length - 1]!)
    at = index + found.length
    if (found.toLowerCase() !== plain) hidden.push({ start, end: mapped.length })
  }
  copyUntil(text.length)
  return { ...mapped.build(), hidden }

  function copyUntil(until: number): void {
    for (; at < until; at += 1) mapped.unit(text.charCodeAt(at), starts[at]!, ends[at]!)
  }
}
