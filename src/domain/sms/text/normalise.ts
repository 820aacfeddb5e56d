import { createMappedText, type MappedText } from './mapped-text.ts'

const SPACE = 0x20
const REPLACEMENT = '\ufffd'
/** More combining marks on a letter serve to disguise it and are dropped. */
const MARKS_MAX = 4
/** Some characters decompose into a whole sentence; the limit bounds the length of the result. */
const FORM_LENGTH_MAX = 4
/** Zero-width characters, soft hyphens, directions, selectors, fillers, controls. */
const INVISIBLE = /^[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]$/u
/** `\s` includes U+FEFF, which is invisible. */
const WHITE = /^(?!\ufeff)[\s\p{Z}]$/u
const MARK = /^\p{M}$/u

type CharacterInfo = { kind: 'white' | 'invisible' | 'mark' | 'other'; form: string }
/** Classifying a character is the slowest step, and texts have few distinct ones. */
const CHARACTER_CACHE = new Map<string, CharacterInfo>()
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

/** White letters on black, in circles and squares. NFKC decomposes the black ones only. */
const WHITE_ON_BLACK = /^[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}]/u

function formOf(cluster: string): string {
  if (!cluster.isWellFormed()) return REPLACEMENT
  if (WHITE_ON_BLACK.test(cluster)) return String.fromCharCode(0x41 + ((cluster.codePointAt(0)! - 0x1f150) % 0x20))
  const form = cluster.normalize('NFKC')
  return form.length <= FORM_LENGTH_MAX ? form : cluster
}

export type Normalised = MappedText & {
  /** Count of removed invisible characters. */
  invisible: number
}

/**
 * NFKC per character, without invisible characters, with one space per run of white space. A lone surrogate becomes
 * U+FFFD. Takes linear time for any content.
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

/** A zero-width joiner or variation selector between emoji. */
function isJoiner(source: string, at: number): boolean {
  const unit = source.charCodeAt(at)
  return (unit === 0x200d || unit === 0xfe0f) && at > 0 && source.charCodeAt(at - 1) >= 0x2000
}

/** The end of all combining marks of a letter, and of those that are kept. */
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
