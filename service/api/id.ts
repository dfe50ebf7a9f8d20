/** Whether a text can be an id: what cannot is unknown, and need not be looked up. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{24}$/.test(text)
}
