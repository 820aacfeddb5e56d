import { useState } from 'preact/hooks'

const SHOWN_MS = 1_500

/** An id or a reference, with a button that copies it. */
export function Copyable({ text, name }: { text: string; name: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('copied')
      setTimeout(() => setOutcome(null), SHOWN_MS)
    } catch {
      setOutcome('refused')
    }
  }
  return (
    <span class="copyable">
      <code>{text}</code>
      <button type="button" class="small" aria-label={`Copy ${name}`} onClick={() => void copy()}>
        {outcome === 'copied' ? 'Copied' : 'Copy'}
      </button>
      {outcome === 'refused' && (
        <span class="hint" role="alert">
          The browser did not copy it: mark the text and copy it yourself.
        </span>
      )}
    </span>
  )
}
