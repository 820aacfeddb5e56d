import { createMapped, type Mapped } from '../text/mapped.ts'

/** After these a full stop with a space is no end of a sentence: no sentence begins with them. */
const ENDINGS = 'com|net|org|xyz|biz|ly|info'

/** What is written for a part of an address so that it is none, and what it stands for. Each form is of bounded length. */
const FANGS: readonly { form: string; stands: (found: string) => string }[] = [
  {
    form: 'h(?:xx|\\*\\*|tt)ps?(?: ?(?:: ?/ ?/|\\[:\\] ?/ ?/|\\[://\\]))(?: (?=[\\p{L}\\p{N}-]{1,63} ?\\.))?',
    stands: of => (/ps/i.test(of) ? 'https://' : 'http://'),
  },
  { form: ' ?[[({] ?(?:\\.|dot|punto) ?[\\])}] ?', stands: () => '.' },
  { form: '\\[:\\]', stands: () => ':' },
  { form: '\\[/\\]', stands: () => '/' },
  {
    form: `(?<=[\\p{L}\\p{N}]) (?:dot|punto) (?=(?:[\\p{L}\\p{N}-]{1,63} (?:dot|punto) )?(?:${ENDINGS}|es|uk|co)\\b)`,
    stands: () => '.',
  },
  { form: '(?<=[a-z0-9])。(?=[a-z0-9])', stands: () => '.' },
  { form: '(?<=[\\p{L}\\p{N}]) \\. (?=[\\p{L}\\p{N}])', stands: () => '.' },
  { form: `(?<=[\\p{L}\\p{N}])(?: \\.|\\. )(?=(?:${ENDINGS})\\b)`, stands: () => '.' },
  { form: '(?<=www) ?\\. ?(?=[\\p{L}\\p{N}])', stands: () => '.' },
  { form: `(?<=\\. ?(?:${ENDINGS}|co|es|io|me|top|site|online)) / ?(?=[\\p{L}\\p{N}])`, stands: () => '/' },
]
const ALL = new RegExp(FANGS.map(({ form }) => `(${form})`).join('|'), 'giu')

export type Refanged = Mapped & { hidden: readonly { start: number; end: number }[] }

/** A text in which addresses that were made unreadable for machines (`hxxp`, `[.]`, `paypal . com`) read as they are meant; tells where they were. */
export function refang({ text, starts, ends }: Mapped): Refanged {
  const mapped = createMapped(text.length)
  const hidden: { start: number; end: number }[] = []
  let at = 0
  for (const match of text.matchAll(ALL)) {
    const { 0: found, index } = match
    const stands = FANGS[match.slice(1).findIndex(group => group !== undefined)]!.stands(found)
    copyUntil(index)
    const place = mapped.length
    for (const unit of stands) mapped.unit(unit.charCodeAt(0), starts[index]!, ends[index + found.length - 1]!)
    at = index + found.length
    if (found.toLowerCase() !== stands) hidden.push({ start: place, end: mapped.length })
  }
  copyUntil(text.length)
  return { ...mapped.done(), hidden }

  function copyUntil(until: number): void {
    for (; at < until; at += 1) mapped.unit(text.charCodeAt(at), starts[at]!, ends[at]!)
  }
}
