/** The tag's attributes without `data-`, as written. `start` and `window.motifOptions` take the same. */
export interface Options {
  /** The pattern, where the page itself knows it; one in the link wins. Default: none. */
  pattern?: string | undefined
  /** Name of the link's parameter. Default: `pattern`. */
  param?: string | undefined
  /** Address of the Motif service. Default: the origin of the script. */
  host?: string | undefined
  /** Selectors to hide instead of the page, separated by commas. Default: the page. */
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
  /** `session`: the person stays the same on the next pages in this tab. Default: `page`. */
  keep?: string | undefined
  /** `clean`: the pattern is taken out of the address. Default: `keep`. */
  address?: string | undefined
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

/** Milliseconds after which everything is revealed. */
export const defaultTimeoutMs = 1000

/** An address up to its last folder, without the slash. `\b` asks for a word before the slash: not the two before the host. */
export function folderOf(url: string): string {
  return url.replace(/\b\/+([^/]*\.js.*)?$/, '')
}
