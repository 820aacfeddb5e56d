import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { textGrams } from '#domain/sms/model/grams.ts'
import { parseMessage } from '#domain/sms/parse-message.ts'
import { parseLabelled } from './labelled-file.ts'
import type { Sample } from './message.ts'
import { keyOf } from './sources.ts'

/**
 * Our own messages, honest and not, with senders. No figure is measured on them, because rules were tuned on some. None
 * is a real person's message.
 */
export const LABELLED_FOLDER = resolve(import.meta.dirname, 'labelled')

export function ownLabelled(): Sample[] {
  const files = globSync('*.jsonl', { cwd: LABELLED_FOLDER }).sort()
  return files.flatMap(file => {
    const path = resolve(LABELLED_FOLDER, file)
    return parseLabelled(path, readFileSync(path, 'utf8')).map(({ text, sender, honest }): Sample => {
      const parsed = parseMessage({ text, sender: sender ?? null, extractedUrls: [], country: null, contacts: null })
      return {
        ...{ source: 'own_labelled', label: honest ? 'ham' : 'smishing', sender: '', category: '', at: null, user: '' },
        key: keyOf(text.toLowerCase()),
        parsed,
        grams: textGrams(parsed),
      }
    })
  })
}
