import { address, changeQuery } from '../address.ts'

/** The sort order in the address: `name`, or `-name` for downwards. Default: `usual`. */
export function sortInAddress(usual: string): string {
  return address.value.query.get('sort') || usual
}

/** Sorts the present list. The usual order is left out of the address. */
export function sortBy(sort: string, usual: string): void {
  changeQuery({ sort: sort === usual ? '' : sort })
}
