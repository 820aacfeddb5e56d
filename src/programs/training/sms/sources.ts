import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { CommandError } from '#terminal/command-line.ts'
import { eachRecord } from '../csv-gz.ts'
import { CLASSES, type Class, parseText, type Sample } from './message.ts'

type Field = 'text' | 'label' | 'sender' | 'category' | 'time' | 'user' | 'direction'
type SourceRow = Readonly<Partial<Record<Field, string>>>

const TEXT_AND_LABEL: SourceRow = { text: 'text', label: 'label' }

/** The data sets by the prefix of their file names, with the column of each field. */
const SOURCES: Readonly<Record<string, SourceRow>> = {
  uci: TEXT_AND_LABEL,
  mishra: TEXT_AND_LABEL,
  smishtank: { ...TEXT_AND_LABEL, sender: 'sender', category: 'category', time: 'time' },
  exais: { ...TEXT_AND_LABEL, sender: 'sender', user: 'user', direction: 'dir' },
  nus: TEXT_AND_LABEL,
  es_softecapps: TEXT_AND_LABEL,
  es_handwritten: { ...TEXT_AND_LABEL, sender: 'sender', category: 'threat_type' },
}

/** The SMS data sets of a folder, or of its folder `sms`. Throws a CommandError if there is none. */
export async function readMessages(folder: string, onRow: (rows: number) => void = () => {}) {
  const hashes: Record<string, string> = {}
  const samples: Sample[] = []
  for (const directory of [folder, join(folder, 'sms')]) {
    for (const [name, columns] of Object.entries(SOURCES))
      for (const file of globSync(`sms_${name}*.csv.gz`, { cwd: directory }).sort()) {
        hashes[basename(file)] = await eachRecord(join(directory, file), Object.values(columns), cells => {
          const row: SourceRow = Object.fromEntries(Object.keys(columns).map((field, at) => [field, cells[at]!]))
          if (!isAnalysed(row)) return
          samples.push(sampleOf(name, row))
          onRow(samples.length)
        })
      }
    if (samples.length > 0) return { samples, hashes }
  }
  throw new CommandError(`${folder} has no sms_*.csv.gz`)
}

/** The service analyses only received messages. */
function isAnalysed({ text = '', direction = 'receive' }: SourceRow): boolean {
  return text.trim() !== '' && direction === 'receive'
}

function sampleOf(source: string, row: SourceRow): Sample {
  const { text = '', label = '', sender = '', category = '', time = '', user = '' } = row
  const own = parseText(text, sender === '' ? null : sender)
  const at = Date.parse(`${time}Z`)
  return {
    ...{ ...own, source, sender, category, user },
    label: classIn(label),
    at: Number.isNaN(at) ? null : at,
    key: keyOf(own.parsed.skeleton.text),
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
