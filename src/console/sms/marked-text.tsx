import type { MarkedPart } from './evidence.ts'

/** What a message has, as text: nothing of it is a link, and its direction does not reach over its end. */
export function MarkedText({ parts }: { parts: readonly MarkedPart[] }) {
  return (
    <bdi class="message">
      {parts.map(({ text, isMarked, ending }, at) =>
        isMarked ? (
          <mark key={at}>
            {text}
            {ending.length > 0 && <sup>{ending.join(', ')}</sup>}
          </mark>
        ) : (
          text
        ),
      )}
    </bdi>
  )
}
