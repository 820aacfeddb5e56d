import { createMappedText, type MappedText } from './mapped-text.ts'

const SPACE = 0x20
const REPLACEMENT = '\ufffd'
/** More marks on one letter are there to hide it; each is kept in the source and none beyond these in what is read. */
const MARKS_MAX = 4
/** Some signs stand for a whole sentence: what is read shall not be many times what was sent. */
const FORM_LENGTH_MAX = 4
/** What nobody sees: zero-width characters, soft hyphens, directions, selectors, fillers, controls. */
const INVISIBLE = /^[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]$/u
/** U+FEFF is white space to a pattern, and to nobody who reads. */
const WHITE = /^(?!\ufeff)[\s\p{Z}]$/u
const MARK = /^\p{M}$/u

type CharacterInfo = { kind: 'white' | 'invisible' | 'mark' | 'other'; form: string }
/** By character: texts have few different ones, and asking what they are takes longer than anything else here. */
const CHARACTER_CACHE = new Map<string, CharacterInfo>()
/** Enough for the scripts that are in use at a time. */
const CHARACTER_CACHE_MAX = 20_000

function characterInfoOf(character: string): CharacterInfo {
  const cached = CHARACTER_CACHE.get(character)
  if (cached !== undefined) return cached
  const info = { kind: kindOf(character), form: formOf(character) }
  if (CHARACTER_CACHE.size < CHARACTER_CACHE_MAX) CHARACTER_CACHE.set(character, info)
  return info
}

function kindOf(character: string): CharacterInfo['kind'] {
  if (WHITE.test(character)) return 'white'
  if (INVISIBLE.test(character)) return 'invisible'
  return MARK.test(character) ? 'mark' : 'other'
}

/** White letters on black, in circles and squares: their compatibility forms are those of the black ones, which NFKC knows alone. */
const WHITE_ON_BLACK = /^[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}]/u

/** Half of a surrogate pair is no character. */
function formOf(cluster: string): string {
  if (!cluster.isWellFormed()) return REPLACEMENT
  if (WHITE_ON_BLACK.test(cluster)) return String.fromCharCode(0x41 + ((cluster.codePointAt(0)! - 0x1f150) % 0x20))
  const form = cluster.normalize('NFKC')
  return form.length <= FORM_LENGTH_MAX ? form : cluster
}

export type Normalised = MappedText & {
  /** How many characters were left out because nobody sees them, line ends not counted. */
  invisible: number
}

/**
 * What a reader sees of a text: NFKC letter by letter, without what is invisible, with one space for each run of white space. Takes time in
 * proportion to its length, whatever it holds; a lone surrogate becomes U+FFFD.
 */
export function normalise(source: string): Normalised {
  const mapped = createMappedText(source.length)
  let invisible = 0
  for (let at = 0; at < source.length; ) {
    const unit = source.charCodeAt(at)
    const isPlain = unit > SPACE && unit < 0x7f
    if (isPlain && !(source.charCodeAt(at + 1) >= 0x300)) {
      mapped.unit(unit, at, at + 1)
      at += 1
      continue
    }
    const character = characterAt(source, at)
    const { kind, form } = characterInfoOf(character)
    const next = at + character.length
    if (kind === 'white') space(at, next)
    else if (kind === 'invisible') invisible += isJoiner(source, at) ? 0 : 1
    else {
      const end = endOfMarks(source, next)
      put(end.all === next ? form : formOf(source.slice(at, end.kept)), at, end.all)
      at = end.all
      continue
    }
    at = next
  }
  return { ...mapped.build(), invisible }

  function space(start: number, end: number): void {
    if (mapped.lastUnit() === SPACE) mapped.extend(end)
    else mapped.unit(SPACE, start, end)
  }

  function put(form: string, start: number, end: number): void {
    for (let at = 0; at < form.length; at += 1) {
      const unit = form.charCodeAt(at)
      if (unit === SPACE) space(start, end)
      else mapped.unit(unit, start, end)
    }
  }
}

function characterAt(source: string, at: number): string {
  return String.fromCodePoint(source.codePointAt(at)!)
}

/** A zero-width joiner between pictures makes one of them, and a selector behind one colours it. */
function isJoiner(source: string, at: number): boolean {
  const unit = source.charCodeAt(at)
  return (unit === 0x200d || unit === 0xfe0f) && at > 0 && source.charCodeAt(at - 1) >= 0x2000
}

/** Where the marks end that stand on a letter, and where those that are read do. */
function endOfMarks(source: string, start: number): { kept: number; all: number } {
  let [kept, all, marks] = [start, start, 0]
  while (all < source.length) {
    if (source.charCodeAt(all) < 0x300) break
    const character = characterAt(source, all)
    if (characterInfoOf(character).kind !== 'mark') break
    all += character.length
    marks += 1
    if (marks <= MARKS_MAX) kept = all
  }
  return { kept, all }
}
