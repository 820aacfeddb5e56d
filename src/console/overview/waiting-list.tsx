import type { ComponentChildren } from 'preact'
import type { Answer } from '../../client/types.ts'
import { formatAge } from '../format/age.ts'
import { isOfFamily } from '../live/concerns.ts'
import { useLive } from '../live/use-live.ts'
import { formatRoute } from '../routing/route.ts'
import { ProblemNote } from '../ui/problem-note.tsx'
import { type LastAnswer, useLastAnswer } from '../ui/use-last-answer.ts'
import { type WaitingItem, waitingItems } from './waiting.ts'

type InstallationStatus = Answer<'getInstallationStatus'>

/** `status`: of the installation; null where the user does not run it. Another `round` counts again. */
export function WaitingList({ status, round }: { status: LastAnswer<InstallationStatus | null>; round: number }) {
  const items = waitingItems()
  const installation = status.answer
  return (
    <section aria-labelledby="waiting-title">
      <h2 id="waiting-title">What waits for a person</h2>
      <ul class="waiting">
        {items.map(item => (
          <CountedItem key={item.name} item={item} round={round} />
        ))}
        {installation !== null && (
          <>
            <Waiting count={sumOf(installation.parked_events)} one="parked event" many="parked events">
              <code>npm run set-aside</code> lists them.
            </Waiting>
            {installation.dead_messages !== null && (
              <Waiting
                count={installation.dead_messages}
                one="refused message of another service"
                many="refused messages of other services"
              >
                <code>npm run bus</code> lists them.
              </Waiting>
            )}
          </>
        )}
      </ul>
    </section>
  )
}

function CountedItem({ item, round }: { item: WaitingItem; round: number }) {
  const counted = useLastAnswer(signal => item.read(signal), item.name, round)
  const { answer, error } = counted
  const { family } = item
  useLive({ of: counted, changedBy: family === undefined ? undefined : event => isOfFamily(event, family) })
  if (answer === null)
    return (
      <li>
        <span class="count">{error === null ? '…' : '?'}</span> {item.many}
        <ProblemNote error={error} />
      </li>
    )
  const { count, isMore, oldestSeconds, query = {} } = answer
  return (
    <Waiting {...{ count, isMore, one: item.one, many: item.many }} href={formatRoute({ path: item.path, query })}>
      {oldestSeconds !== undefined && `the oldest for ${isMore ? 'more than ' : ''}${formatAge(oldestSeconds)}`}
      <ProblemNote error={error} />
    </Waiting>
  )
}

type WaitingProps = {
  count: number
  isMore?: boolean
  one: string
  many: string
  href?: string | undefined
  children?: ComponentChildren
}

function Waiting({ count, isMore = false, one, many, href, children }: WaitingProps) {
  const text = (
    <>
      <span class="count">
        {count.toLocaleString()}
        {isMore && ' or more'}
      </span>{' '}
      {count === 1 && !isMore ? one : many}
    </>
  )
  return (
    <li class={count > 0 ? 'waits' : undefined}>
      {href === undefined ? text : <a href={href}>{text}</a>}
      {count > 0 && <div class="hint">{children}</div>}
    </li>
  )
}

function sumOf(parked: InstallationStatus['parked_events']): number {
  return parked.reduce((sum, { events }) => sum + events, 0)
}
