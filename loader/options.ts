/** The tag's attributes without `data-`, as written. `start` and `window.motifOptions` take the same. */
export interface Options {
  /** The pattern, where the page itself knows it; one in the link wins. Default: none. */
  pattern?: string | undefined
  /** Name of the link's parameter. Default: `pattern`. */
  param?: string | undefined
  /** Address of the Motif service. Default: the origin of the script. */
  host?: string | undefined
  /** Selectors to prehide, separated by commas. Default: none. */
  hide?: string | undefined
  /** Milliseconds after which everything is revealed. Default: 1000. */
  timeout?: string | number | undefined
  /** `skip`: a record after the time-out changes nothing. Default: `apply`. */
  late?: string | undefined
  /** Anything but `none`: nothing is measured before `consent(true)`. Default: `none`. */
  consent?: string | undefined
  /** `ignore`: measures in spite of Global Privacy Control. Default: `honour`. */
  gpc?: string | undefined
  /** `local`: unsent events may wait in localStorage. Default: `none`. */
  storage?: string | undefined
  /** Anything but `off` and `false`: pushes each event to `window.dataLayer`. Default: `off`. */
  datalayer?: string | boolean | undefined
  /** Anything but `off` and `false`: console messages. Default: `off`. */
  debug?: string | boolean | undefined
}

/** The page may set the options here too, because tag managers remove a tag's attributes. */
declare global {
  interface Window {
    motifOptions?: Options
  }
}

/** The options of a tag, with the address of Motif: without a slash at the end, empty if unknown. */
export type HostOptions = Options & { host: string }

/**
 * The end of an address after its last folder: a slash and perhaps a script's name. `\b` asks for a word before the
 * slash, so the two slashes before the host do not match.
 */
export const behindFolder = /\b\/+([^/]*\.js.*)?$/

/** An address up to its last folder, without the slash. */
export const folderOf = (url: string): string => url.replace(behindFolder, '')
