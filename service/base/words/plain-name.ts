/** Whether a text can name an organization or a user: 1 to 100 characters that `MOTIF_TOKENS` can hold. */
export function isPlainName(text: string): boolean {
  return /^[^\p{Cc}/=,]{1,100}$/u.test(text)
}
