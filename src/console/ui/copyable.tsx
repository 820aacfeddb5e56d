import { useState } from 'preact/hooks'

const SHOWN_MS = 1_500

/** An id or a reference, with a button that copies it. */
export function Copyable({ text, name }: { text: string; name: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), SHOWN_MS)
  }
  return (
    <span class="copyable">
      <code>{text}</code>
      <button type="button" class="small" aria-label={`Copy ${name}`} onClick={() => void copy()}>
        {isCopied ? 'Copied' : 'Copy'}
      </button>
    </span>
  )
}
