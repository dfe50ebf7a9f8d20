/**
 * The outcome of a request. `personalised`: the record is in the page, which was rewritten to its end. `partly`: the page was left
 * to the browser from some point on. `no-page`: the origin's answer is not an HTML page. `no-record`: there is no record, or Motif
 * failed. `late`: the record did not come in time. `uninvited`: there was nothing to do.
 */
export type Outcome = 'personalised' | 'partly' | 'no-page' | 'no-record' | 'late' | 'uninvited'
