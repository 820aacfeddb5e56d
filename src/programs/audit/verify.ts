import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { type ExportReport, verifyExport } from '#modules/audit/verify-export.ts'
import { CommandError, runCommand, type SubCommand, UsageError } from '#terminal/command-line.ts'
import { createProgressLine, formatCount, formatMegabytes } from '#terminal/progress.ts'
import { readPublicKeys } from './keys.ts'

const STDIN = '-'
const STATUS_NOT_INTACT = 1

const COMMAND = {
  start: 'npm run audit -- verify',
  forms: ['FILE'],
  about: `Says whether an exported file is as it was signed: every hash is computed again, every event must follow from the one before it in its
stream, and counts, digests and the signature must fit. FILE is JSON lines or CSV, - is stdin. Nothing but the file and a public key is
needed; without one, those of AUDIT_KEYS or of DATA_DIR are taken.

Ends with 0 when it is intact, with 1 when it is not, and says what the first thing is that is wrong.`,
  options: {
    jwks: { type: 'string', value: 'FILE', help: 'public keys, as GET /.well-known/jwks.json answers them' },
    key: {
      type: 'string',
      value: 'X',
      multiple: true,
      help: 'a public key: the "x" of its JWK, as --key=X where it begins with a dash',
    },
    json: { type: 'boolean', help: 'print the report as JSON, as POST /audit/verify answers it' },
  },
} as const

export const verifyCommand: SubCommand = {
  form: 'FILE',
  summary: 'says whether an exported file is as it was signed; needs the file and a public key alone',
  run: argv =>
    runCommand(
      COMMAND,
      async ({ positionals: [file, ...more], values: { json = false, ...given } }) => {
        if (file === undefined) throw new UsageError('which file?')
        if (more.length > 0) throw new UsageError(`"${more[0]}" is too much`)
        const report = await verifyFile(file, readPublicKeys(given))
        console.log(json ? JSON.stringify(report) : formatReport(report))
        if (!report.intact) process.exitCode = STATUS_NOT_INTACT
      },
      argv,
    ),
}

async function verifyFile(file: string, keys: Parameters<typeof verifyExport>[1]): Promise<ExportReport> {
  const progress = createProgressLine()
  try {
    const size = file === STDIN ? null : (await stat(file)).size
    const of = size === null ? '' : ` of ${formatMegabytes(size)}`
    const input = file === STDIN ? process.stdin : createReadStream(file)
    return await verifyExport(input, keys, bytes => progress.show(() => `${formatMegabytes(bytes)}${of} checked`))
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error
    throw new CommandError(`${file} can't be read: ${error.message}`)
  } finally {
    progress.clear()
  }
}

function formatReport({ intact, problem, signature, events, streams, redacted, manifest }: ExportReport): string {
  const left =
    redacted === 0 ? '' : `; of ${formatCount(redacted)} something was left out, and only their place was checked`
  const counted = `${formatCount(events)} events of ${formatCount(streams)} streams${left}`
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
