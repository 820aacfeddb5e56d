import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A piece of every secret that is looked up at each place of a log. */
const PIECE = 8
const TOKEN = /eyJ[\w-]{10,}\.eyJ[\w-]{10,}/
const SHOWN = 200

export type Searched = { secrets: number; bytes: number; found: string[] }

/** Searches what the services under test logged, and what the suites printed, for every secret that the suites used. */
export function searchLogs(folder: string, printed: { name: string; text: string }[]): Searched {
  const names = readdirSync(folder)
  const contents = (ending: string) =>
    names.filter(name => name.endsWith(ending)).map(name => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
  const secrets = new Set(
    contents('.secrets').flatMap(({ text }) =>
      text
        .trim()
        .split('\n')
        .map(line => JSON.parse(line)),
    ),
  )
  const byPiece = Map.groupBy([...secrets].flatMap(forms), form => form.slice(0, PIECE))
  const logs = contents('.log')
  const found: string[] = []
  for (const { name, text } of [...logs, ...printed]) {
    const at = placeOf(text, byPiece)
    if (at !== -1) found.push(`${name}: ${lineAround(text, at)}`)
  }
  return { secrets: secrets.size, bytes: logs.reduce((sum, { text }) => sum + text.length, 0), found }
}

/** As it is, and as it stands within a JSON text. */
function forms(secret: string): string[] {
  const escaped = JSON.stringify(secret).slice(1, -1)
  return escaped === secret ? [secret] : [secret, escaped]
}

/** Where the first secret, or anything that looks like a token, stands in a text; -1 when nowhere. */
function placeOf(text: string, byPiece: Map<string, string[]>): number {
  for (let at = 0; at + PIECE <= text.length; at += 1) {
    const candidates = byPiece.get(text.slice(at, at + PIECE))
    if (candidates?.some(secret => text.startsWith(secret, at) && !isPartOfNumber(secret, text, at))) return at
  }
  return text.search(TOKEN)
}

/** A row of digits stands by chance in the fractions of a duration. */
function isPartOfNumber(secret: string, text: string, at: number): boolean {
  return /^\d+$/.test(secret) && (/[\d.]/.test(text[at - 1] ?? '') || /\d/.test(text[at + secret.length] ?? ''))
}

function lineAround(text: string, at: number): string {
  const start = text.lastIndexOf('\n', at) + 1
  return text.slice(Math.max(start, at - SHOWN), at + SHOWN).split('\n', 1)[0] ?? ''
}
