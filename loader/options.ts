/** The tag's attributes without `data-`, as written; `start` and `window.motifOptions` take the same. */
export interface Options {
  /** The pattern, where the page itself knows it; one in the link wins. Default: none. */
  pattern?: string | undefined
  /** Name of the link's parameter. Default: `pattern`. */
  param?: string | undefined
  /** Where records and events live. Default: the origin of the script. */
  host?: string | undefined
  /** Selectors to prehide, separated by commas. Default: none. */
  hide?: string | undefined
  /** Milliseconds after which all is revealed. Default: 1000. */
  timeout?: string | number | undefined
  /** `skip`: a record after the time-out changes nothing. Default: `apply`. */
  late?: string | undefined
  /** Anything but `none`: nothing is measured before `consent(true)`. Default: `none`. */
  consent?: string | undefined
  /** `ignore`: measures in spite of Global Privacy Control. Default: `honour`. */
  gpc?: string | undefined
  /** `local`: unsent events may wait in localStorage. Default: `none`. */
  storage?: string | undefined
  /** Anything but `off`: pushes each event to `window.dataLayer`. Default: `off`. */
  datalayer?: string | undefined
  /** Anything but `off`: console messages. Default: `off`. */
  debug?: string | undefined
}

/** Where a tag's options stand beside its attributes: tag managers take these away. */
declare global {
  interface Window {
    motifOptions?: Options
  }
}

/** The options of a tag, with where Motif is: without a slash at the end, empty where nothing says it. */
export type HostOptions = Options & { host: string }

/**
 * What stands in an address behind its last folder: a slash and a script's name, or nothing. There is a word before that
 * slash, so the two before a host's name stay.
 */
export const behindFolder = /\b\/+([^/]*\.js.*)?$/

/** An address without what stands behind its last folder. */
export const folderOf = (url: string): string => url.replace(behindFolder, '')
