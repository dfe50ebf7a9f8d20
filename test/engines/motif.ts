import type { Motif } from '../../snippet/public.d.ts'

declare global {
  /** The public object, as scripts of the page call it. */
  const motif: Motif
}
