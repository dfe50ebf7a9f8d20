/**
 * What became of a request. `personalised`: the record is in the page, which was understood to its end; `partly`: from
 * somewhere on it was left to the browser; `no-page`: the origin's answer is no HTML page; `no-record`: there is none,
 * or Motif failed; `late`: it did not come in time; `uninvited`: nothing was to be done.
 */
export type Outcome = 'personalised' | 'partly' | 'no-page' | 'no-record' | 'late' | 'uninvited'
