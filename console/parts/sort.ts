import { address, changeQuery } from '../address.ts'

/** What the list is sorted by, as the address says: `name`, or `-name` from the last to the first. */
export function sortInAddress(usual: string): string {
  return address.value.query.get('sort') || usual
}

/** Sorts the list that is open; the usual order has no word in the address. */
export function sortBy(sort: string, usual: string): void {
  changeQuery({ sort: sort === usual ? '' : sort })
}
