import type { RefundCommand } from '#domain/refunds/commands.ts'
import { refunds } from '#domain/refunds/decider.ts'
import {
  type NextStep,
  nextStep,
  outstandingForMs,
  pollDelayMs,
  type StepSettings,
  timeoutDelayMs,
  transferKey,
  UNREACHABLE_DELAY_MS,
} from '#domain/refunds/next-step.ts'
import { isRefund, type Refund } from '#domain/refunds/state.ts'
import { openSealed } from '#edge/vault/open-sealed.ts'
import type { JobOutcome } from '#reactions/job-runner.ts'
import type { ClaimedJob } from '#reactions/job-store.ts'
import { systemContext } from '#reactions/system-context.ts'
import {
  INSTRUCTION_LIFE_MS,
  type NetworkResponse,
  NetworkUnreachable,
  type TransferInstruction,
} from '#services/refunds/payments/payment-network.ts'
import type { RefundService } from '#services/refunds/refund-service.ts'
import { interpretResponse, type NetworkRequest } from './network-response.ts'
import { type PaymentObserver, reportOutcome } from './payment-observer.ts'

/** Steps without a pause; a refund needs four at most (start, instruct, settle after void, reverse). */
const STEPS_MAX = 8
const STEPS_PAUSE_MS = 1_000
/** The retry delay counts requests from the last response. */
const REQUESTS_AFTER_RESPONSE = 1
/** Processes know the database's clock to milliseconds; a larger difference means that the clock was set. */
const CLOCK_SKEW_MS_MAX = 5_000

/**
 * Performs the next step of a refund and records its outcome, until it has to wait or is done. Any process can continue
 * it: the network pays a key once, and the stream records each outcome once.
 */
export function createPayRefund(service: RefundService, settings: StepSettings, observer: PaymentObserver) {
  const { execute, network, now } = service

  return async function payRefund(claim: ClaimedJob): Promise<JobOutcome> {
    const { id } = claim
    let requests = claim.attempts
    let isFirst = requests === 0
    let sinceScheduledMs = claim.armed_for_ms
    let readAt = claim.clock()
    let { state } = await execute.load(refunds, id)

    const record = async (refund: Refund, command: RefundCommand) => {
      const context = systemContext('payment-process', refund.client_id, claim, now())
      readAt = claim.clock()
      isFirst = true
      const outcome = await execute.run(refunds, id, command, context)
      state = outcome.state
      // Another process was faster, and a retry followed after this claim: its cancel window has just begun.
      if (state.status === 'pending') sinceScheduledMs = 0
      return outcome.events
    }

    for (let steps = 0; steps < STEPS_MAX; steps += 1) {
      const refund = state
      const ageMs = refund.status === 'voided' ? trustedAgeMs(claim) : sinceScheduledMs
      const step = nextStep(refund, { isRequested: !isFirst, sinceScheduledMs: ageMs }, now(), settings)
      if (step.do === 'nothing' || !isRefund(refund)) return { done: true }
      if (step.do === 'wait') return { inMs: step.forMs, attempts: requests }
      if (step.do === 'start_processing') {
        await record(refund, { type: 'start_processing', attempt: step.attempt })
        requests = 0
        continue
      }
      const { response, request } = await sendRequest(claim, refund, step, readAt)
      if (response === 'unreached') {
        observer.timeout()
        return { inMs: UNREACHABLE_DELAY_MS, attempts: requests }
      }
      requests += 1
      if (response === 'timeout') {
        observer.timeout()
        return { inMs: timeoutDelayMs(requests), attempts: requests }
      }
      const action = interpretResponse(response, request, transferKey(id, step.attempt))
      if (action === 'later') {
        const hint = 'check_after_ms' in response.status ? response.status.check_after_ms : undefined
        // A response ends the series of time-outs; otherwise one lost response could delay the next poll by an hour.
        return { inMs: pollDelayMs(outstandingForMs(refund, now(), ageMs), hint), attempts: REQUESTS_AFTER_RESPONSE }
      }
      if (action === 'begin') {
        // A response ends the series of time-outs.
        requests = 0
        // Read again: an instruction must be based on the current state.
        readAt = claim.clock()
        isFirst = true
        state = (await execute.load(refunds, id)).state
        continue
      }
      const recorded = await record(refund, action)
      requests = 0
      reportOutcome(service.log, observer, action, recorded)
    }
    return { inMs: STEPS_PAUSE_MS, attempts: requests }
  }

  /**
   * The database's clock measures both the age of the job and of a void. If it was set forward, "unknown" would be
   * final while the instruction is still on its way. So nothing is older than the clock has been stable, and nothing
   * has an age right after the clock was set.
   */
  function trustedAgeMs({ armed_for_ms, clock }: ClaimedJob): number {
    if (Math.abs(clock().getTime() - now().getTime()) > CLOCK_SKEW_MS_MAX) return 0
    return Math.min(armed_for_ms, service.clockStableForMs?.() ?? armed_for_ms)
  }

  async function sendRequest(claim: ClaimedJob, refund: Refund, step: NetworkRequest, readAt: Date) {
    const { id } = claim
    const key = transferKey(id, step.attempt)
    const instruction = step.do === 'instruct' ? await buildInstruction(id, key, refund, readAt) : null
    const request =
      step.do === 'instruct' && instruction === null ? statusOfUnpayable(refund, step.attempt, claim) : step
    try {
      return { request, response: await callNetwork(request, key, instruction) }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      service.log.info({ refund_id: id, step: request.do, reason }, 'no response from the payment network')
      return {
        request,
        response: error instanceof NetworkUnreachable ? ('unreached' as const) : ('timeout' as const),
      }
    }
  }

  async function callNetwork(
    request: NetworkRequest,
    key: string,
    instruction: TransferInstruction | null,
  ): Promise<NetworkResponse> {
    if (instruction !== null) return { about: 'transfer', status: await network.instruct(instruction) }
    switch (request.do) {
      case 'reverse':
        return { about: 'reversal', status: await network.reverse(key) }
      case 'ask_reversal':
        return { about: 'reversal', status: await network.reversalStatus(key) }
      default:
        return { about: 'transfer', status: await network.status(key) }
    }
  }

  async function buildInstruction(id: string, key: string, refund: Refund, readAt: Date) {
    const { amount_minor, currency, beneficiary } = refund
    const name = await openSealed(service, beneficiary.name, `${id}|name`)
    const account_number = await openSealed(service, beneficiary.account_number, `${id}|account_number`)
    if (name === null || account_number === null) return null
    // By the database's clock: with a late clock the instruction would expire before it arrives.
    const not_after = new Date(readAt.getTime() + INSTRUCTION_LIFE_MS).toISOString()
    const payee = { name, account_number, bank_code: beneficiary.bank_code }
    return { key, amount_minor, currency, beneficiary: payee, not_after }
  }

  /** The beneficiary was erased or the key is lost: only an earlier instruction may have been executed. */
  function statusOfUnpayable(refund: Refund, attempt: number, claim: ClaimedJob): NetworkRequest {
    const isFinal = outstandingForMs(refund, now(), trustedAgeMs(claim)) >= settings.unknownIsFinalMs
    return { do: 'ask_status', attempt, if_unknown: isFinal ? 'fail' : 'ask_later' } satisfies NextStep
  }
}
