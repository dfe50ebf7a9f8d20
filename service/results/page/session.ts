const key = 'motif-token'
const path = '/console/session'

/** The token of the person at this tab. It is kept for the tab only, and gone when the tab is closed. */
export const session = {
  read: (): string => sessionStorage.getItem(key) ?? '',
  keep: (token: string): void => sessionStorage.setItem(key, token),
  forget: (): void => sessionStorage.removeItem(key),
  /** Whether somebody has signed in by a link. */
  isOpen: (): Promise<boolean> =>
    fetch(path).then(
      ({ status }) => status === 200,
      () => false,
    ),
  /** Signs out who did. */
  end: (): Promise<void> =>
    fetch(path, { method: 'DELETE' }).then(
      () => {},
      () => {},
    ),
}
