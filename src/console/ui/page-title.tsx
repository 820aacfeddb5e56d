import type { ComponentChildren } from 'preact'

type Props = {
  title: string
  reload(): void
  /** What else can be done from here. */
  children?: ComponentChildren
}

export function PageTitle({ title, reload, children }: Props) {
  return (
    <div class="title">
      <h1>{title}</h1>
      <button type="button" onClick={reload}>
        Reload
      </button>
      {children}
    </div>
  )
}
