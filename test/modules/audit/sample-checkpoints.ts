import { generateKeyPairSync } from 'node:crypto'
import { hashOfLine, type StoredCheckpoint, signCheckpoint } from '#modules/audit/checkpoints/checkpoint.ts'
import type { AuditSigner, createSigner } from '#modules/audit/signing.ts'

/** A set of one new key, as AUDIT_KEYS has it. */
export function newAuditKeys() {
  const { kty, crv, x, d } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  return { keys: [{ kty, crv, x, d }] } as Parameters<typeof createSigner>[0]
}

/** Checkpoints of nothing, each naming the one before. */
export function checkpointsOf(signer: AuditSigner, count: number): StoredCheckpoint[] {
  const kept: StoredCheckpoint[] = []
  for (let number = 1; number <= count; number += 1) {
    const before = kept.at(-1)
    kept.push(
      signCheckpoint(signer, {
        number,
        at: new Date(Date.UTC(2026, 0, 1, 0, number)).toISOString(),
        events: number * 10,
        streams: number,
        position: String(number * 1_000),
        head: hashOfLine(`head ${number}`),
        previous: before === undefined ? null : hashOfLine(before.line),
      }),
    )
  }
  return kept
}
