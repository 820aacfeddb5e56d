import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')

/**
 * What `npm start` gives to Node: half of its default young generation, which is 15 MB less in memory and a shorter
 * pause at each collection, for a few more of them.
 */
export function startArguments(): string[] {
  const { scripts } = JSON.parse(readFileSync(resolve(ROOT, 'package.json'), 'utf8'))
  return scripts.start.slice('exec node '.length).split(' ')
}
