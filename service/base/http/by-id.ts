/** A route whose path names something by its id. */
export interface ById {
  Params: { id: string }
}
