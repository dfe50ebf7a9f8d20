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

/**
 * The script's own element. There is no current one in a module, an `eval`, a shadow root, or where a consent tool or
 * Rocket Loader runs the script later; then the first that looks like the tag is taken.
 */
const findTag = (file: string) =>
  (document.currentScript ??
    document.querySelector(`script[data-host],script[src*="/${file}"]`)) as HTMLScriptElement | null

/** The options of the tag that runs `file`: attributes, over `window.motifOptions`. `host` has no slash at its end. */
export const readOptions = (file: string): Options & { host: string } => {
  const tag = findTag(file)
  const options: Options = { ...window.motifOptions, ...tag?.dataset }
  return { ...options, host: withoutSlash(options.host || `${tag?.src ?? ''}`.split('/', 3).join('/')) }
}

/** An address without slashes at its end, for paths are put behind it. */
export const withoutSlash = (url: string): string => url.replace(/\/+$/, '')
