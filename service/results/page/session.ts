const key = 'motif-token'

/** The token of the person at this tab. It is kept for the tab only, and gone when the tab is closed. */
export const session = {
  read: (): string => sessionStorage.getItem(key) ?? '',
  keep: (token: string): void => sessionStorage.setItem(key, token),
  forget: (): void => sessionStorage.removeItem(key),
}
