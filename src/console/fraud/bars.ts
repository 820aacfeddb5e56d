export type Bar = { x: number; width: number }

/** Where bars of these values lie between 0 and 100 on one scale, on both sides of its zero. */
export function barsOf(values: readonly number[]): { zero: number; bars: readonly Bar[] } {
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)]
  const scale = most === least ? 0 : 100 / (most - least)
  const at = (value: number) => (value - least) * scale
  return {
    zero: at(0),
    bars: values.map(value => ({ x: at(Math.min(0, value)), width: Math.abs(value) * scale })),
  }
}
