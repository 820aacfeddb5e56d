import canonicalize from 'canonicalize'
import pMap from 'p-map'
import { z } from 'zod'
import { type TransactionCommand, transactions } from '#domain/transactions/decider.ts'
import { deviceSealContext, type TransactionRecordedData } from '#domain/transactions/events.ts'
import type { Context } from '#event-sourcing/context.ts'
import { getAccessStatus } from '#privacy/access-status.ts'
import type { Service } from '#service.ts'
import { type ErrorCode, fieldRejection, Rejection } from '#values/errors.ts'
import { instant } from '#values/instant.ts'
import { toMinor } from '#values/money.ts'
import { personSubject } from '#values/person.ts'
import { optional, plainText } from '#values/text.ts'

/** From the spec's `filters.operation_types`. */
export const OPERATION_TYPES = ['transfer', 'payment', 'withdrawal', 'deposit', 'refund'] as const
export const TRANSACTIONS_MAX = 1_000
const CONCURRENCY = { concurrency: 32 }
const DEVICE_DIGEST = 'transaction-device'

const id = plainText(128)

/** The `transaction` of a real-time scoring request. */
export const TransactionInput = z.object({
  transaction_id: id.describe('Your id of the transaction, 1 to 128 characters; refunds name it.'),
  user_id: id.describe('Your id of the user whose transaction it is, 1 to 128 characters.'),
  account_id: optional(id).describe('Your id of the account, 1 to 128 characters.'),
  amount: z
    .number()
    .describe(
      "Amount in major units, greater than 0, with at most the currency's decimals; its refunds cannot exceed it.",
    ),
  currency: z.string().describe('ISO 4217 code of a circulating currency, three upper-case letters.'),
  operation_type: z.enum(OPERATION_TYPES).describe('Kind of transaction.'),
  merchant: optional(
    z.object({
      id: optional(id).describe('Your id of the merchant, 1 to 128 characters.'),
      name: optional(plainText(256)).describe('Name of the merchant, 1 to 256 characters.'),
      category: optional(id).describe('Category of the merchant, 1 to 128 characters.'),
    }),
  ).describe('Who was paid, as far as you know.'),
  device: optional(
    z.object({
      ip: optional(plainText(64)).describe('Address of the device, 1 to 64 characters.'),
      user_agent: optional(plainText(512)).describe('User agent of its browser or app, 1 to 512 characters.'),
      fingerprint: optional(plainText(256)).describe('Your fingerprint of the device, 1 to 256 characters.'),
    }),
  ).describe('The device that made it, as far as you know.'),
  timestamp: instant
    .transform(text => new Date(text).toISOString())
    .describe('When the transaction was made; ISO 8601 date and time with any offset.'),
})
export type TransactionInput = z.output<typeof TransactionInput>

export const recordTransactionsErrors = ['CONFLICT'] as const satisfies readonly ErrorCode[]

/** Checks all before it writes. A repeat with the same content changes nothing. Errors: INVALID_REQUEST, CONFLICT. */
export async function recordTransactions(
  service: Pick<Service, 'execute' | 'vault'>,
  context: Context,
  inputs: TransactionInput[],
): Promise<{ recorded: number; duplicates: number }> {
  const { client_id } = context.actor
  const records = inputs.map((input, index) => toRecordedData(client_id, input, inputs.length > 1 ? `${index}.` : ''))
  const commandOf = async (data: TransactionRecordedData): Promise<Command> => {
    const id = transactions.id(client_id, data.transaction_id)
    return { type: 'record', id, data: await sealDevice(service, id, data), device: data.device }
  }
  const commands = await pMap(records, commandOf, CONCURRENCY)
  if (commands.length > 1) {
    assertConsistent(commands)
    const check = async (command: Command) => {
      const { state } = await service.execute.load(transactions, command.id)
      await ignoringErasedDevice(service, command, () => void transactions.decider.decide(command, state))
    }
    await pMap(commands, check, CONCURRENCY)
  }
  let recorded = 0
  const record = async (command: Command, index: number) => {
    // Each is a command of its own: two in one request may be the same transaction.
    const own = { ...context, command_id: `${context.command_id}:${index}` }
    await ignoringErasedDevice(service, command, async () => {
      const hints = { expectNoStream: true }
      const { events } = await service.execute.run(transactions, command.id, command, own, hints)
      recorded += events.length
    })
  }
  await pMap(commands, record, CONCURRENCY)
  return { recorded, duplicates: inputs.length - recorded }
}

/** Throws what `recordTransactions` would throw. `earlier`: a transaction with the same id that is recorded first. */
export async function checkTransaction(
  service: Pick<Service, 'execute' | 'vault'>,
  client_id: string,
  input: TransactionInput,
  earlier: TransactionInput | null,
): Promise<void> {
  const data = toRecordedData(client_id, input, '')
  const id = transactions.id(client_id, input.transaction_id)
  const { state } = await service.execute.load(transactions, id)
  const recorded = state.recorded ?? (earlier && toRecordedData(client_id, earlier, ''))
  if (recorded === null) return
  const compared = { ...data, ...(await toComparableDevice(service, data)) }
  const command = { type: 'record', id, data: compared, device: data.device } as const
  await ignoringErasedDevice(service, command, () => void transactions.decider.decide(command, { ...state, recorded }))
}

/** Only for a comparison: creates no key for a person who has none. */
async function toComparableDevice(
  { vault }: Pick<Service, 'vault'>,
  { device, ...data }: TransactionRecordedData,
): Promise<Pick<TransactionRecordedData, 'device' | 'device_sealed'>> {
  if (device === null) return { device }
  const digest = await vault.digestAgain(personSubject(data), DEVICE_DIGEST, canonicalize(device) ?? '')
  return { device: null, device_sealed: { text: '', digest: digest ?? '' } }
}

type Command = TransactionCommand & { type: 'record'; id: string }

function assertConsistent(commands: Command[]): void {
  const seen = new Map<string, Command>()
  for (const command of commands) {
    const first = seen.get(command.id)
    if (first !== undefined) transactions.decider.decide(command, { recorded: first.data, reservations: new Map() })
    seen.set(command.id, command)
  }
}

/** The device of an erased person is forgotten: a repeat cannot contradict it. */
async function ignoringErasedDevice(
  service: Pick<Service, 'execute'>,
  { id, data }: Command,
  work: () => void | Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    const fields = error instanceof Rejection && error.code === 'CONFLICT' ? error.details.fields : undefined
    const isOfDevice = Array.isArray(fields) && fields.every(({ field }) => field === 'device')
    if (!isOfDevice || (await getAccessStatus(service, data, transactions.stream(id))) !== 'erased') throw error
  }
}

async function sealDevice(
  { vault }: Pick<Service, 'vault'>,
  id: string,
  data: TransactionRecordedData,
): Promise<TransactionRecordedData> {
  if (data.device === null) return data
  const subject = personSubject(data)
  const device = canonicalize(data.device) ?? ''
  const [text, digest] = await Promise.all([
    vault.seal(subject, deviceSealContext(id), device),
    vault.digestFor(subject, DEVICE_DIGEST, device),
  ])
  return { ...data, device: null, device_sealed: { text, digest } }
}

function toRecordedData(
  client_id: string,
  { amount, ...input }: TransactionInput,
  path: string,
): TransactionRecordedData {
  const amount_minor = toMinor(amount, input.currency)
  if (typeof amount_minor === 'object')
    throw fieldRejection('INVALID_REQUEST', [{ ...amount_minor, field: path + amount_minor.field }])
  return { client_id, ...input, amount_minor }
}
