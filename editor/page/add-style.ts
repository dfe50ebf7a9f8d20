/** Adds a style sheet to the page, which no policy forbids, until the signal aborts. Returns what sets its rules. */
export function addStyle(signal: AbortSignal): (css: string) => void {
  const sheet = new CSSStyleSheet()
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  signal.addEventListener('abort', () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
  })
  return (css) => sheet.replaceSync(css)
}
