import type { ExportReport } from '#modules/audit/export-schemas.ts'
import { verifyExport } from '#modules/audit/verify-export.ts'
import { onlyArgument, subCommand } from '#terminal/command-line.ts'
import { createProgressLine, formatCount } from '#terminal/progress.ts'
import { readInput } from '#terminal/read-input.ts'
import { KEY_OPTIONS, readPublicKeys } from './keys.ts'

const STATUS_NOT_INTACT = 1

const COMMAND = {
  start: 'npm run audit -- verify',
  summary: 'checks an exported file against its signature; needs the file and a public key alone',
  forms: ['FILE'],
  about: `Checks an exported file against its signature: computes every hash again, checks that every event follows the one before it in its stream,
and compares counts, digests and the signature. FILE is JSON lines or CSV, - is stdin. Needs the file and a public key alone; takes the
keys of AUDIT_KEYS or DATA_DIR where none is given.

Ends with 0 when the file is intact, with 1 and the first problem when it is not.`,
  options: {
    ...KEY_OPTIONS,
    key: { ...KEY_OPTIONS.key, help: 'a public key: the "x" of its JWK, as --key=X where it begins with a dash' },
    json: { type: 'boolean', help: 'print the report as JSON, as POST /audit/verify returns it' },
  },
} as const

export const verifyCommand = subCommand(COMMAND, async ({ positionals, values: { json = false, ...keys } }) => {
  const file = onlyArgument(positionals)
  const report = await verifyFile(file, readPublicKeys(keys))
  console.log(json ? JSON.stringify(report) : formatReport(report))
  if (!report.intact) process.exitCode = STATUS_NOT_INTACT
})

async function verifyFile(file: string, keys: Parameters<typeof verifyExport>[1]): Promise<ExportReport> {
  using progress = createProgressLine()
  return await readInput(file, 'checked', progress, (input, onProgress) => verifyExport(input, keys, onProgress))
}

function formatReport({ intact, problem, signature, events, streams, redacted, manifest }: ExportReport): string {
  const omissions =
    redacted === 0 ? '' : `; ${formatCount(redacted)} are redacted, so only their place in the chain was checked`
  const counted = `${formatCount(events)} events of ${formatCount(streams)} streams${omissions}`
  const signed = signature.valid ? `signed by ${signature.key_id}` : `not signed: ${signature.problem}`
  const made = manifest === null ? [] : [`made ${manifest.made_at} by ${manifest.exported_by.sub}`]
  if (intact) return [`intact: ${counted}`, signed, ...made].join('\n')
  return [
    problem === null ? `lines as they were written: ${counted}` : `NOT intact: ${describeProblem(problem)}`,
    signed,
    ...made,
  ].join('\n')
}

function describeProblem({ line, stream, revision, what }: NonNullable<ExportReport['problem']>): string {
  const at = line === null ? 'the file as a whole' : `line ${line}`
  const of = stream === null ? '' : ` (${stream}${revision === null ? '' : `@${revision}`})`
  return `${at}${of}: ${what}`
}
