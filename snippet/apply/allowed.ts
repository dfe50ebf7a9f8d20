import { isAllowedIn, type Slot } from '../../wire/targets.ts'

/** Whether a value may stand in a slot of an element of this page: a URL has to be allowed. */
export const isAllowed = (value: string, slot: Slot | undefined, { localName }: Element): boolean =>
  isAllowedIn(slot, value, localName, document.baseURI)
