/** Something that the script does for a page, and what stands for it where it is left out. */
export interface Feature {
  /** What it does, in 60 characters at most. */
  name: string
  /** By file: the expressions that stand in place of its declarations, by their names. */
  instead: Record<string, Record<string, string>>
}

const nothing = '() => {}'
const never = '() => false'

/**
 * What `snippet.js`, `follow` and `track` do beyond asking for a record, hiding its targets, writing into them, and measuring what
 * is in view.
 */
export const features: Feature[] = [
  {
    name: 'giving back what the page made of a target before `follow` came',
    instead: {
      'snippet/first/made.ts': {
        madeFor: '() => () => false',
        isAlike: never,
        isOriginal: '() => true',
        giveBackTranslated: nothing,
        giveBackInto: nothing,
        isTranslation: never,
      },
      'snippet/first/first.ts': {
        giveBackCopy: nothing,
        giveBackWithCopies: '(hold: Hold) => (giveBackFirst(hold), hold)',
        giveBackAll: '() => allHolds().forEach(giveBackFirst)',
      },
    },
  },
  {
    name: 'clicks before measuring has loaded, visits that end before',
    instead: {
      'snippet/track/click.ts': { hearClicks: '(..._: unknown[]) => ({ know() {}, forget() {} })' },
      'snippet/track/leave.ts': { sendEarly: nothing },
      'snippet/run.ts': { leave: nothing },
    },
  },
  {
    name: 'waiting for what a framework hydrates',
    instead: {
      'snippet/first/signs.ts': { isDocumentWide: never, isOwned: never, seeSigns: '() => () => false' },
      'snippet/first/react.ts': { holdsInReact: never, isDoneByReact: never },
      'snippet/first/containers.ts': {
        watchContainers: '() => ({ isRenderedHere: () => false, isFrameworkLikely: () => false })',
      },
      'snippet/follow/framework-gate.ts': {
        createFrameworkGate: '() => () => () => ({ isHydrating: () => false, mayRewrite: true })',
      },
    },
  },
  {
    name: 'writing a text into the words that are seen',
    instead: {
      'snippet/first/leaves.ts': {
        leavesOf:
          '(element: Element) => { const texts: Text[] = []; walk(element, (node) => { if (isText(node)) texts.push(node) }); return { texts, icons: [], others: [], order: [] } }',
      },
      'snippet/first/empties.ts': { hideEmpties: nothing },
      'snippet/first/kinds/text.ts': {
        write:
          '({ item, element }: Hold, { texts }: Leaves, { put }: Tools) => texts.forEach((node, at) => put(hold, node, "text", at ? "" : item.payload))',
      },
    },
  },
  {
    name: 'labels that say the old words, for screen readers',
    instead: { 'snippet/first/labels.ts': { writeLabels: nothing, labelledAround: '() => null' } },
  },
  {
    name: 'knowing what the page has made of Motif’s words',
    instead: {
      'snippet/first/hold.ts': {
        withOwn: '(..._: unknown[]) => undefined',
        isWordGoingOn: never,
        isEndOfWord: never,
      },
      'snippet/first/address.ts': { isMadeOfAddress: never },
      'snippet/follow/made-texts.ts': { keepsMade: never },
      'snippet/follow/personal.ts': {
        isPersonal: never,
        isMadeOf: never,
        ownUnlessPersonal: '(_: unknown, now: Value) => now',
      },
    },
  },
  {
    name: '`normalize()`, which removes empty texts',
    instead: {
      'snippet/first/hold.ts': {
        isNormalised: never,
        putBack: never,
        placeOf: '() => undefined',
        undoAll:
          '(hold: Hold, undo: (write: Write) => void) => hold.writes.splice(0).reverse().forEach(undo)',
      },
    },
  },
  {
    name: 'targets that have arrived only in part',
    instead: {
      'snippet/first/arriving.ts': { isArriving: never, isTargetSoFar: never },
      'snippet/first/parsing.ts': { isOpen: never, mayBeOpen: never },
      'snippet/first/hold.ts': { takeInAppended: never },
    },
  },
  {
    name: 'pictures that do not load, or have sources',
    instead: {
      'snippet/first/pictures.ts': {
        isLoaded: '(image: HTMLImageElement) => image.decode().then(() => true, () => false)',
      },
      'snippet/first/kinds/src.ts': {
        forgetPicture: nothing,
        applySource: nothing,
      },
    },
  },
  {
    name: 'showing each target as soon as it is done',
    instead: {
      'snippet/first/reveal.ts': {
        createReveal:
          '({ sheet }: Beginning) => (items: Item[]): void => { if (!items.some(({ state, loading }) => !state || loading)) sheet.disabled = true }',
      },
    },
  },
  {
    name: 'routes of single-page apps',
    instead: { 'snippet/path.ts': { watchPath: '(..._: unknown[]) => ({ isHere: () => true })' } },
  },
  {
    name: 'one timer for all that waits, also where pages clear timers',
    instead: {
      'snippet/scheduler.ts': {
        createScheduler:
          '(): Scheduler => ({ after: (ms, run, signal) => { setTimeout(() => signal?.aborted || run(), ms) }, beforePaint: (run, signal) => { requestAnimationFrame(() => signal?.aborted || run()) }, forget() {} })',
      },
    },
  },
  {
    name: 'pages that replace what belongs to the browser',
    instead: {
      'snippet/own.ts': {
        readOwn: '(node: Node, name: string): unknown => node[name as never]',
        queryOwn: '(css: string): NodeListOf<HTMLElement> => document.querySelectorAll(css)',
        isWithin: '(root: Node, node: Node | null) => root.contains(node)',
        OwnPromise: 'Promise',
      },
      'snippet/first/walk.ts': {
        readLink: '(node: Node, name: "parentNode" | "firstChild" | "nextSibling") => node[name]',
        isMatch: '(element: Element, css: string) => element.matches(css)',
      },
      'snippet/json.ts': { jsonOf: 'JSON.stringify' },
      'snippet/script.ts': { isPages: never, isOfLoader: '(stub: unknown) => stub' },
      'snippet/path.ts': { isNative: '(navigation: unknown): navigation is Navigation => !!navigation' },
    },
  },
  {
    name: 'pages that assign their own style sheets',
    instead: {
      'snippet/first/beginning.ts': {
        adopt: '(sheet: CSSStyleSheet, _: unknown) => { document.adoptedStyleSheets.push(sheet) }',
      },
    },
  },
  {
    name: 'pages that the edge has changed',
    instead: {
      'snippet/first/beginning.ts': { carriedRecord: '() => undefined', hasEdgesWork: never },
    },
  },
  {
    name: 'the editor, opened by a link',
    instead: { 'snippet/entrance.ts': { takeEntrance: '() => undefined' } },
  },
  {
    name: 'refusing addresses that run a script, and what is no content',
    instead: {
      'snippet/first/kinds.ts': { isAccepted: '(..._: unknown[]) => true' },
      'snippet/first/allowed.ts': { isAllowed: '(..._: unknown[]) => true' },
    },
  },
  {
    name: 'calls of `motif` before the script has come',
    instead: { 'snippet/script.ts': { makeCalls: nothing } },
  },
  {
    name: 'copies that a carousel makes',
    instead: { 'snippet/follow/clones.ts': { adoptClone: never, originalOf: '(hold: Kept) => ({ hold })' } },
  },
  {
    name: 'background pictures',
    instead: { 'snippet/follow/background.ts': { hasBackground: never, applyBackground: nothing } },
  },
  {
    name: 'pages that write over their targets again and again',
    instead: {
      'snippet/follow/fights.ts': {
        hasPageWon: never,
        noRemovals: '() => ({})',
        isThrownOut: never,
        isTrialNext: never,
      },
    },
  },
  {
    name: 'elements of which the page makes others',
    instead: { 'snippet/follow/reused.ts': { isReused: never, hasOthers: never, isOther: never } },
  },
  {
    name: 'the page’s `dataLayer`',
    instead: { 'snippet/track/data-layer.ts': { tellPage: '() => () => {}' } },
  },
  {
    name: 'views only of what is not transparent',
    instead: { 'snippet/track/paint.ts': { isVisible: '() => true', isPainted: '() => true' } },
  },
  {
    name: 'views only of what nothing covers',
    instead: {
      'snippet/track/cover.ts': { isCovered: never },
      'snippet/track/stacking.ts': { isAbove: never },
    },
  },
]
