import { isAllowed } from './apply/allowed.ts'
import { put, writeOf } from './apply/hold.ts'
import { isSame, partOf } from './apply/parts.ts'
import { isMadeOf, isPersonal } from './apply/personal.ts'
import { holdsInReact } from './apply/react.ts'
import { isDocumentWide, isOwned } from './apply/signs.ts'
import { isElement, isMatch, isText, parentOf } from './apply/walk.ts'
import { isParsing } from './beginning.ts'
import { collectorOf, requestOf } from './deliver/request.ts'
import { jsonOf } from './json.ts'
import { listen, quietly } from './life.ts'
import { query, selectAll } from './select.ts'
import { blankVisit } from './track/blank-visit.ts'
import { isRefused, mayMeasure } from './track/consent.ts'

/**
 * What the chunks use of the modules in `snippet.js`. The build lends it to each of them, so that no module lies in two files:
 * see build/lend.ts.
 */
export const lent = {
  blankVisit,
  collectorOf,
  holdsInReact,
  isAllowed,
  isDocumentWide,
  isElement,
  isMadeOf,
  isMatch,
  isOwned,
  isParsing,
  isPersonal,
  isRefused,
  isSame,
  isText,
  jsonOf,
  listen,
  mayMeasure,
  parentOf,
  partOf,
  put,
  query,
  quietly,
  requestOf,
  selectAll,
  writeOf,
}
