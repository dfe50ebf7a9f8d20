import { isAllowedIn, type Slot } from '../../wire/targets.ts'

/** Whether a value is allowed in a slot of an element of this page. Only URLs can be refused. */
export const isAllowed = (value: string, slot: Slot | undefined, { localName }: Element): boolean =>
  isAllowedIn(slot, value, localName, document.baseURI)
