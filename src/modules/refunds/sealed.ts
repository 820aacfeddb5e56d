/** The vault subject that a beneficiary's data is sealed for: a person as one client names them. */
export function beneficiarySubject(clientId: string, userId: string): string {
  return `beneficiary:${Buffer.from(`${clientId}\n${userId}`).toString('base64url')}`
}
