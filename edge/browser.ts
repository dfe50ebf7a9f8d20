/** From these versions on browsers make shadow roots of templates; on iOS all of them are Safari. https://caniuse.com/declarative-shadow-dom */
const since: Record<string, number> = { 'Chrome/': 111, 'Firefox/': 123, 'Version/': 16.4, 'OS ': 16.4 }

/**
 * Whether what is sent will be parsed by a browser that makes shadow roots of templates with `shadowrootmode`. A script that fetches a
 * page, or an older browser, would leave such a template among the element's children, and hydration would fail.
 */
export function makesShadowRoots(headers: Headers): boolean {
  const agent = headers.get('user-agent') ?? ''
  // Android's web view has the version of Chrome behind one of its own.
  const [, name = '', version = ''] =
    /(Chrome\/|Firefox\/|Version\/(?!.*Chrome)|OS )(\d+[._]?\d*)/.exec(agent) ?? []
  const isKnown = Number(version.replace('_', '.')) >= (since[name] ?? Number.POSITIVE_INFINITY)
  return isKnown && headers.get('sec-fetch-mode') === 'navigate'
}
