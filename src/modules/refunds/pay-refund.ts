import { type RefundCommand, refunds } from '#domain/refunds/decider.ts'
import {
  type NextStep,
  nextStep,
  openForMs,
  type StepSettings,
  silenceGapMs,
  transferKey,
  UNREACHED_GAP_MS,
  unsettledGapMs,
} from '#domain/refunds/next-step.ts'
import { isRefund, type Refund } from '#domain/refunds/state.ts'
import type { StepOutcome } from '#reactions/due-runner.ts'
import type { Claimed } from '#reactions/due-work.ts'
import { systemContext } from '#reactions/system-context.ts'
import type { Service } from '#service.ts'
import type { PaymentObserver } from './metrics.ts'
import { type Asking, meaningOf } from './network-answer.ts'
import { tellOutcome } from './network-outcome.ts'
import {
  type Answer,
  INSTRUCTION_LIFE_MS,
  NetworkUnreachable,
  type TransferInstruction,
} from './payments/payment-network.ts'

/** Steps that follow each other without a pause; a refund needs four at most (start, instruct, settle after void, reverse). */
const STEPS_MAX = 8
const STEPS_PAUSE_MS = 1_000

/**
 * The payment process of one refund: asks what is owed, does it, records the outcome, until it has to wait or nothing is
 * owed. It may be stopped anywhere and begun again by anybody: the network knows an attempt by one key, and the stream takes
 * each outcome once.
 */
export function createPayRefund(service: Service, settings: StepSettings, observer: Omit<PaymentObserver, 'failure'>) {
  const { execute, network, now } = service

  return async function payRefund(claim: Claimed): Promise<StepOutcome> {
    const { id } = claim
    let asked = claim.asked
    let isFirst = asked === 0
    let readAt = now()
    let { state } = await execute.load(refunds, id)

    const record = async (refund: Refund, command: RefundCommand) => {
      const context = systemContext('payment-process', refund.client_id, claim, now())
      readAt = context.now
      isFirst = true
      const outcome = await execute.run(refunds, id, command, context)
      state = outcome.state
      return outcome.events
    }

    for (let steps = 0; steps < STEPS_MAX; steps += 1) {
      const refund = state
      const step = nextStep(refund, { asked: !isFirst, armedForMs: claim.armed_for_ms }, now(), settings)
      if (step.do === 'nothing' || !isRefund(refund)) return { done: true }
      if (step.do === 'wait') return { at: step.until, asked }
      if (step.do === 'start_processing') {
        await record(refund, { type: 'start_processing', attempt: step.attempt })
        asked = 0
        continue
      }
      const { answer, asking } = await ask(claim, refund, step, readAt)
      if (answer === 'unreached') {
        observer.silence()
        return { at: later(UNREACHED_GAP_MS), asked }
      }
      asked += 1
      if (answer === 'silence') {
        observer.silence()
        return { at: later(silenceGapMs(asked)), asked }
      }
      const meaning = meaningOf(answer, asking, transferKey(id, step.attempt))
      if (meaning === 'later') {
        const hint = 'check_after_ms' in answer.status ? answer.status.check_after_ms : undefined
        return { at: later(unsettledGapMs(openForMs(refund, now(), claim.armed_for_ms), hint)), asked }
      }
      if (meaning === 'begin') {
        // Read again first: an instruction is only sent on what was true a moment ago.
        readAt = now()
        isFirst = true
        state = (await execute.load(refunds, id)).state
        continue
      }
      const recorded = await record(refund, meaning)
      asked = 0
      tellOutcome(service.log, observer, meaning, recorded)
    }
    return { at: later(STEPS_PAUSE_MS), asked }
  }

  function later(gapMs: number): Date {
    return new Date(now().getTime() + gapMs)
  }

  async function ask({ id, armed_for_ms }: Claimed, refund: Refund, step: Asking, readAt: Date) {
    const key = transferKey(id, step.attempt)
    const instruction = step.do === 'instruct' ? await instructionOf(id, key, refund, readAt) : null
    const asking = step.do === 'instruct' && instruction === null ? unpayable(refund, step.attempt, armed_for_ms) : step
    try {
      return { asking, answer: await answerTo(asking, key, instruction) }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      service.log.info({ refund_id: id, step: asking.do, reason }, 'no answer of the payment network')
      return { asking, answer: error instanceof NetworkUnreachable ? ('unreached' as const) : ('silence' as const) }
    }
  }

  async function answerTo(asking: Asking, key: string, instruction: TransferInstruction | null): Promise<Answer> {
    if (instruction !== null) return { about: 'transfer', status: await network.instruct(instruction) }
    switch (asking.do) {
      case 'reverse':
        return { about: 'reversal', status: await network.reverse(key) }
      case 'ask_reversal':
        return { about: 'reversal', status: await network.reversalStatus(key) }
      default:
        return { about: 'transfer', status: await network.status(key) }
    }
  }

  async function instructionOf(id: string, key: string, refund: Refund, readAt: Date) {
    const { amount_minor, currency, beneficiary } = refund
    const name = await service.vault.open(beneficiary.name, `${id}|name`)
    const account_number = await service.vault.open(beneficiary.account_number, `${id}|account_number`)
    if (name === null || account_number === null) return null
    const not_after = new Date(readAt.getTime() + INSTRUCTION_LIFE_MS).toISOString()
    const to = { name, account_number, bank_code: beneficiary.bank_code }
    return { key, amount_minor, currency, beneficiary: to, not_after }
  }

  /** The beneficiary was erased: nobody can be paid any more, but an instruction from before may have been acted upon. */
  function unpayable(refund: Refund, attempt: number, armedForMs: number): Asking {
    const final = openForMs(refund, now(), armedForMs) >= settings.unknownIsFinalMs
    return { do: 'ask_status', attempt, if_unknown: final ? 'fail' : 'ask_later' } satisfies NextStep
  }
}
