/** Everybody has an account: the attempts on one account are slowed down by themselves. */
export const PEOPLE = 200

export function personOf(n: number): { email: string; password: string } {
  return { email: `person${n}@bank.example`, password: 'a password of one of many' }
}
