import { collectorOf, requestOf } from './deliver/request.ts'
import { isMadeOfAddress } from './first/address.ts'
import { isAllowed } from './first/allowed.ts'
import { isArriving, isTargetSoFar } from './first/arriving.ts'
import { observe, usualAttributes } from './first/first.ts'
import {
  isNormalised,
  isWordGoingOn,
  restore,
  takeBack,
  textAround,
  undoAll,
  withOwn,
  writeOf,
  writePart,
} from './first/hold.ts'
import { setState } from './first/item.ts'
import { firstKinds, isAccepted } from './first/kinds.ts'
import { withoutBlanks } from './first/labels.ts'
import { leavesOf } from './first/leaves.ts'
import { isTranslation, madeFor } from './first/made.ts'
import { isParsing, mayBeOpen } from './first/parsing.ts'
import { partOf } from './first/parts.ts'
import { isLoaded } from './first/pictures.ts'
import { holdsInReact } from './first/react.ts'
import { isDocumentWide, isOwned, seeSigns } from './first/signs.ts'
import { isElement, isMatch, isText, parentOf, walk } from './first/walk.ts'
import { jsonOf } from './json.ts'
import { listen, quietly } from './life.ts'
import { isWithin } from './own.ts'
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
  firstKinds,
  holdsInReact,
  isAccepted,
  isAllowed,
  isArriving,
  isDocumentWide,
  isElement,
  isLoaded,
  isMadeOfAddress,
  isMatch,
  isNormalised,
  isOwned,
  isParsing,
  isRefused,
  isTargetSoFar,
  isText,
  isTranslation,
  isWithin,
  isWordGoingOn,
  jsonOf,
  leavesOf,
  listen,
  madeFor,
  mayBeOpen,
  mayMeasure,
  observe,
  parentOf,
  partOf,
  query,
  quietly,
  requestOf,
  restore,
  seeSigns,
  selectAll,
  setState,
  takeBack,
  textAround,
  undoAll,
  usualAttributes,
  walk,
  withOwn,
  withoutBlanks,
  writeOf,
  writePart,
}
