/** `of`: whose status it is, where another record has one of the same name and another colour. */
export function StatusMark({ status, of }: { status: string; of?: string }) {
  return <span class={`status status-${of === undefined ? '' : `${of}-`}${status}`}>{status}</span>
}
