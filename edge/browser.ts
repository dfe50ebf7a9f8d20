/** From these versions on browsers make shadow roots of templates. In iOS all browsers are Safari. https://caniuse.com/declarative-shadow-dom */
const since: [version: RegExp, least: number][] = [
  [/Chrome\/(\d+)/, 111],
  [/Firefox\/(\d+)/, 123],
  [/(?:Version\/|OS )(\d+[._]\d+)/, 16.4],
]

/**
 * Whether what is sent will be parsed by a browser that makes shadow roots of templates with `shadowrootmode`. A script that fetches a
 * page, or an older browser, would leave such a template among the element's children, and hydration would fail.
 */
export function makesShadowRoots(headers: Headers): boolean {
  if (headers.get('sec-fetch-mode') !== 'navigate') return false
  const agent = headers.get('user-agent') ?? ''
  const [version, least] = since.find(([pattern]) => pattern.test(agent)) ?? []
  const [, found = ''] = version?.exec(agent) ?? []
  return !!least && Number(found.replace('_', '.')) >= least
}
