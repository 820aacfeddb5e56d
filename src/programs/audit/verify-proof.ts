import { readFileSync } from 'node:fs'
import { InclusionProof, inclusionProblem } from '#modules/audit/checkpoints/inclusion-proof.ts'
import { CommandError, runCommand, type SubCommand, UsageError } from '#terminal/command-line.ts'
import { readPublicKeys } from './keys.ts'

const COMMAND = {
  start: 'npm run audit -- verify-proof',
  forms: ['FILE'],
  about: `Says whether a signed checkpoint covers a record, by the answer of GET /audit/{family}/{id}/proof in FILE and a public key alone; without
one, those of AUDIT_KEYS or of DATA_DIR are taken. Compare the checkpoint with the one of that number that you keep.`,
  options: {
    jwks: { type: 'string', value: 'FILE', help: 'public keys, as GET /.well-known/jwks.json answers them' },
    key: { type: 'string', value: 'X', multiple: true, help: 'a public key: the "x" of its JWK; can be given again' },
  },
} as const

export const verifyProofCommand: SubCommand = {
  form: 'FILE',
  summary: 'says whether a signed checkpoint covers a record; needs the proof and a public key alone',
  run: argv =>
    runCommand(
      COMMAND,
      ({ positionals: [file, ...more], values }) => {
        if (file === undefined) throw new UsageError('which file?')
        if (more.length > 0) throw new UsageError(`"${more[0]}" is too much`)
        const proof = read(file)
        const problem = inclusionProblem(proof, readPublicKeys(values))
        if (problem !== null) throw new CommandError(problem)
        const { stream, revision, hash, checkpoint } = proof
        console.log(
          `checkpoint ${checkpoint.number} of ${checkpoint.at} covers ${stream} up to revision ${revision}, whose hash is ${hash}`,
        )
      },
      argv,
    ),
}

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
    throw new CommandError(`${file} is not an answer of GET /audit/{family}/{id}/proof`)
  }
}
