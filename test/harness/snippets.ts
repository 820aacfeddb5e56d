/**
 * Blocks with a test of their own, `chapter # section: languages`, by the file that runs them. test/readme.test.ts
 * runs all others.
 */
export const RUN_BY: Readonly<Record<string, readonly string[]>> = {
  'test/readme.test.ts': [
    'README.md # Two commands: sh, ',
    'README.md # The walk: sh, json',
    'src/modules/audit/README.md # Histories: sh',
    'src/modules/auth/README.md # Onboarding: sh',
    'src/delivery/README.md # Verifying a delivery: sh, js, python',
    'src/programs/listen/README.md # Listen: sh',
    'src/services/fraud/model/README.md # The fraud model: sh',
    'src/modules/refunds/README.md # Reconciliation: sh',
  ],
  'test/modules/refunds/reconciliation.test.ts': ['src/modules/refunds/README.md # Reconciliation: '],
  'test/audit/python-verifier.test.ts': ['src/modules/audit/README.md # Proof on paper: python'],
  'test/bus/accounts.test.ts': ['src/bus/README.md # Suspend a reader: sh'],
  'test/package.test.ts': ['src/client/README.md # TypeScript client: ts'],
  'test/chapters.test.ts': ['README.md # Folder map: '],
}

/** Blocks for a VPN server: they need root, systemd or a machine of their own. Their shell syntax is checked. */
export const ON_A_SERVER: readonly string[] = [
  'src/programs/vpn/README.md # On the server: sh',
  'src/programs/vpn/README.md # Without systemd: sh',
  'src/programs/vpn/README.md # Routing: sh',
]

/** `chapter # section: language` of each. */
export const listed = (entries: readonly string[]): string[] =>
  entries.flatMap(entry => {
    const [where = '', languages = ''] = entry.split(/: ?(?=[\w, ]*$)/)
    return languages.split(', ').map(language => `${where}: ${language}`)
  })
