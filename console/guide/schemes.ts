export const schemes = ['device', 'light', 'dark'] as const

/** Which colours are shown: those that the device asks for, or one of the two. */
export type Scheme = (typeof schemes)[number]

const media: Record<Scheme, string> = {
  device: '(prefers-color-scheme: dark)',
  light: 'not all',
  dark: 'all',
}

/** The rules of the style sheets for dark devices, once they are loaded. */
const darkRules = () =>
  [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => rule instanceof CSSMediaRule)
    .filter(({ media: { mediaText } }) => mediaText === media.device)

const found: { rules?: CSSMediaRule[] } = {}

/** Shows the page in these colours. */
export function showScheme(scheme: Scheme): void {
  found.rules ??= darkRules()
  for (const rule of found.rules) rule.media.mediaText = media[scheme]
  document.documentElement.style.colorScheme = scheme === 'device' ? '' : scheme
}
