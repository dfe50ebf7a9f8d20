import { editName } from '../wire/editor.ts'

const inFragment = RegExp(`([#&])${editName}=([\\w-]+)(&?)`)

/**
 * What lets somebody edit this page: the ticket in the address, which is removed from there at once, else the session that
 * this tab keeps, as JSON. `undefined` for everybody else, and if the address cannot be changed or storage is forbidden.
 */
export const takeEntrance = (): string | undefined => {
  try {
    let ticket = ''
    const rest = location.hash.replace(inFragment, (_, before, found, after) => {
      ticket = found
      return after && before
    })
    if (ticket)
      history.replaceState(
        history.state,
        '',
        location.href.replace(/#.*/, () => rest),
      )
    const entrance = ticket || sessionStorage[editName]
    if (!entrance && window.name.includes(editName)) window.name = window.name.replace(editName, '').trim()
    return entrance
  } catch {
    return undefined
  }
}
