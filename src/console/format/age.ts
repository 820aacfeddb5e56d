const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const

/** `2 d 3 h`: the two largest units. */
export function formatAge(seconds: number): string {
  const first = UNITS.findIndex(([, length]) => seconds >= length)
  if (first < 0) return '0 s'
  let rest = seconds
  const parts = UNITS.slice(first, first + 2).map(([name, length]) => {
    const count = Math.floor(rest / length)
    rest -= count * length
    return [count, name] as const
  })
  return parts.flatMap(([count, name]) => (count === 0 ? [] : [`${count} ${name}`])).join(' ')
}
