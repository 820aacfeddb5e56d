import { readFileSync } from 'node:fs'
import { InclusionProof, inclusionProblem } from '#modules/audit/checkpoints/inclusion-proof.ts'
import { CommandError, onlyArgument, subCommand } from '#terminal/command-line.ts'
import { KEY_OPTIONS, readPublicKeys } from './keys.ts'

const COMMAND = {
  start: 'npm run audit -- verify-proof',
  summary: 'checks that a signed checkpoint covers a record; needs the proof and a public key alone',
  forms: ['FILE'],
  about: `Checks that a signed checkpoint covers a record, from the response of GET /audit/{family}/{id}/proof in FILE and a public key alone. Takes
the keys of AUDIT_KEYS or DATA_DIR where none is given. Compare the checkpoint with the copy of that number that you keep.`,
  options: KEY_OPTIONS,
} as const

export const verifyProofCommand = subCommand(COMMAND, ({ positionals, values }) => {
  const proof = read(onlyArgument(positionals))
  const problem = inclusionProblem(proof, readPublicKeys(values))
  if (problem !== null) throw new CommandError(problem)
  const { stream, revision, hash, checkpoint } = proof
  console.log(
    `checkpoint ${checkpoint.number} of ${checkpoint.at} covers ${stream} up to revision ${revision}, whose hash is ${hash}`,
  )
})

function read(file: string): InclusionProof {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new CommandError(`${file} can't be read: ${error instanceof Error ? error.message : error}`)
  }
  try {
    return InclusionProof.parse(JSON.parse(text))
  } catch {
    throw new CommandError(`${file} is not a response of GET /audit/{family}/{id}/proof`)
  }
}
