import { Rejection } from '#values/errors.ts'

/** A command that waited longer for its turn is refused: the request that it belongs to is given up after 8 s. */
const TURN_MS_MAX = 5_000

/**
 * Lets the commands of this process on one stream take turns: they would only make each other's appends fail. Behind a store
 * that is silent they do not pile up: whoever asked has been answered by then, and a command is not to take effect minutes later.
 */
export function createTurns(turnMsMax = TURN_MS_MAX) {
  const turns = new Map<string, Promise<unknown>>()

  return function inTurn<T>(stream: string, work: () => Promise<T>): Promise<T> {
    const before = turns.get(stream)
    const asked = performance.now()
    const workSoon = () => {
      if (performance.now() - asked < turnMsMax) return work()
      throw new Rejection('SERVICE_UNAVAILABLE', { reason: 'too many commands at once' }, { retryAfterS: 2 })
    }
    const turn = before === undefined ? work() : before.then(workSoon, workSoon)
    turns.set(stream, turn)
    const leave = () => {
      if (turns.get(stream) === turn) turns.delete(stream)
    }
    turn.then(leave, leave)
    return turn
  }
}
