import type { Transaction } from '#edge/postgres/pool.ts'

/** The transaction, of which `note` is given the text of each `query`; not of `any`, `one` and the others that read. */
export function noteQueries(tx: Transaction, note: (text: string) => void): Transaction {
  const query: Transaction['query'] = given => {
    note(given.sql)
    return tx.query(given)
  }
  return new Proxy(tx, {
    get(of, name) {
      if (name === 'query') return query
      const value = Reflect.get(of, name, of)
      return typeof value === 'function' ? value.bind(of) : value
    },
  })
}
