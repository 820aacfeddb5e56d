import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseLabelled } from './labelled-file.ts'
import { ownSample, type Sample } from './message.ts'
import { keyOf } from './sources.ts'

/** Our own messages with senders, of no real person. No figure is measured on them: rules were tuned on some. */
export const LABELLED_FOLDER = resolve(import.meta.dirname, 'labelled')

export function ownLabelled(): Sample[] {
  const files = globSync('*.jsonl', { cwd: LABELLED_FOLDER }).sort()
  return files.flatMap(file => {
    const path = resolve(LABELLED_FOLDER, file)
    return parseLabelled(path, readFileSync(path, 'utf8')).map(({ text, sender, honest }) =>
      ownSample('own_labelled', honest ? 'ham' : 'smishing', keyOf(text.toLowerCase()), text, sender ?? null),
    )
  })
}
