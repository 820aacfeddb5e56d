const shown = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })

/** In the zone of the reader, with UTC as its title. */
export function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} title={`${at} UTC`}>
      {shown.format(new Date(at))}
    </time>
  )
}
