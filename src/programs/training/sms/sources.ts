import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { textGrams } from '#domain/sms/model/grams.ts'
import { parseMessage } from '#domain/sms/parse-message.ts'
import { CommandError } from '#terminal/command-line.ts'
import { eachRecord } from '../csv-gz.ts'
import { CLASSES, type Class, type Sample } from './message.ts'

type Source = { name: string; columns: readonly string[]; sample(cells: readonly string[]): SourceRow | null }
type SourceRow = {
  text: string
  label: string
  sender?: string
  category?: string
  time?: string
  user?: string
  direction?: string
}

/** The data sets by the prefix of their file names. */
const SOURCES: readonly Source[] = [
  { name: 'uci', columns: ['text', 'label'], sample: ([text, label]) => ({ text: text!, label: label! }) },
  { name: 'mishra', columns: ['text', 'label'], sample: ([text, label]) => ({ text: text!, label: label! }) },
  {
    name: 'smishtank',
    columns: ['text', 'label', 'sender', 'category', 'time'],
    sample: ([text, label, sender, category, time]) => ({
      text: text!,
      label: label!,
      sender: sender!,
      category: category!,
      time: time!,
    }),
  },
  {
    name: 'exais',
    columns: ['text', 'label', 'sender', 'user', 'dir'],
    // Only received messages are analysed.
    sample: ([text, label, sender, user, direction]) =>
      direction === 'receive' ? { text: text!, label: label!, sender: sender!, user: user! } : null,
  },
  { name: 'nus', columns: ['text', 'label'], sample: ([text, label]) => ({ text: text!, label: label! }) },
  { name: 'es_softecapps', columns: ['text', 'label'], sample: ([text, label]) => ({ text: text!, label: label! }) },
  {
    name: 'es_handwritten',
    columns: ['text', 'label', 'sender', 'threat_type'],
    sample: ([text, label, sender, category]) => ({ text: text!, label: label!, sender: sender!, category: category! }),
  },
]

export type SmsDataSets = { samples: readonly Sample[]; hashes: Record<string, string> }

/** The SMS data sets of a folder, or of its folder `sms`. Throws a CommandError if there is none. */
export async function readMessages(folder: string, onRow: (rows: number) => void = () => {}): Promise<SmsDataSets> {
  const hashes: Record<string, string> = {}
  const samples: Sample[] = []
  for (const directory of [folder, join(folder, 'sms')]) {
    for (const { name, columns, sample } of SOURCES)
      for (const file of globSync(`sms_${name}*.csv.gz`, { cwd: directory }).sort()) {
        hashes[basename(file)] = await eachRecord(join(directory, file), columns, cells => {
          const row = sample(cells)
          if (row === null || row.text.trim() === '') return
          samples.push(sampleOf(name, row))
          onRow(samples.length)
        })
      }
    if (samples.length > 0) return { samples, hashes }
  }
  throw new CommandError(`${folder} has no sms_*.csv.gz`)
}

function sampleOf(
  source: string,
  { text, label, sender = '', category = '', time = '', user = '' }: SourceRow,
): Sample {
  const parsed = parseMessage({
    text,
    sender: sender === '' ? null : sender,
    extractedUrls: [],
    country: null,
    contacts: null,
  })
  const at = Date.parse(`${time}Z`)
  return {
    ...{ source, sender, category, user, parsed },
    label: classIn(label),
    at: Number.isNaN(at) ? null : at,
    key: keyOf(parsed.skeleton.text),
    grams: textGrams(parsed),
  }
}

function classIn(label: string): Class {
  const known = label === 'spam' ? 'promotion' : CLASSES.find(name => name === label)
  if (known === undefined) throw new Error(`"${label}" is not a label`)
  return known
}

export function keyOf(skeleton: string): string {
  return skeleton
    .replace(/\d+/g, '0')
    .replace(/[^\p{L}0]+/gu, ' ')
    .trim()
}
