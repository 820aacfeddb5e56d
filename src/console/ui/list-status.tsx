import type { RefObject } from 'preact'
import { useRef } from 'preact/hooks'
import type { LiveEvent } from '../live/concerns.ts'
import { type Followed, useLive } from '../live/use-live.ts'
import type { LastAnswer } from './use-last-answer.ts'

type FollowedList = Followed & { list: RefObject<HTMLDivElement | null> }

/**
 * Follows the events that change a list. While the person is in it, or has scrolled, it stays as it is: a row must not
 * move under the pointer or the focus. `list`: for the element that has the rows.
 */
export function useLiveList(of: LastAnswer<unknown>, changedBy: (event: LiveEvent) => boolean): FollowedList {
  const list = useRef<HTMLDivElement>(null)
  return { list, ...useLive({ of, changedBy, isBusy: () => isUsed(list.current) }) }
}

function isUsed(list: HTMLElement | null): boolean {
  if (list === null || list.childElementCount === 0) return false
  return scrollY > 0 || list.contains(document.activeElement) || list.matches(':hover')
}

type Props = {
  of: LastAnswer<unknown>
  /** How much the list has, in words. */
  count: string
  live: Followed
}

export function ListStatus({ of: { answer, isLoading }, count, live: { isBehind, reload } }: Props) {
  const line = useRef<HTMLParagraphElement>(null)
  const show = () => {
    // The button goes, and the focus would go with it.
    line.current?.focus()
    reload()
  }
  return (
    <p ref={line} class="list-status" role="status" tabIndex={-1}>
      {isLoading ? 'Loading' : answer === null ? '' : count}
      {isBehind && (
        <>
          {'; it may have changed since then '}
          <button type="button" class="small" onClick={show}>
            Show it as it is now
          </button>
        </>
      )}
    </p>
  )
}
