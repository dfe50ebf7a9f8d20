import { type Contender, scriptOf } from './contenders.ts'
import { changes, items, personalised } from './page/landing.ts'

const domMutations = items.map(({ selector, type, payload }) => ({
  selector,
  attribute: type === 'text' ? 'html' : type,
  action: 'set',
  value: payload,
}))

/** A visual experiment as GrowthBook's API answers it, with everybody in the variation. */
const experiment = {
  key: 'bench',
  changeId: 'vc_bench',
  status: 'running',
  variations: [{ domMutations: [] }, { domMutations }],
  weights: [0, 1],
  hashVersion: 2,
  hashAttribute: 'id',
  urlPatterns: [{ include: true, type: 'simple', pattern: '*' }],
}
const features = JSON.stringify({ status: 200, features: {}, experiments: [experiment] })

/** GrowthBook's script tag with a visual experiment. */
export const growthbook: Contender = {
  name: 'GrowthBook',
  head: ({ vendor }) =>
    `<script async data-api-host="${vendor}" data-client-key="bench" src="${vendor}/auto.min.js"></script>`,
  async answer(path) {
    if (path === '/auto.min.js')
      return { type: 'text/javascript', body: await scriptOf('GrowthBook auto.min.js') }
    return path === '/api/features/bench' ? { body: features } : undefined
  },
}

/** Hides like Adobe's prehiding snippet, but only what will change, not the whole body. */
const prehiding = `${items.map(({ selector }) => selector).join(', ')} { opacity: 0 !important }`

const format = 'application/vnd.adobe.target.dom-action'
const action = (id: string, type: string, selector: string, content: unknown) => ({
  id,
  schema: 'https://ns.adobe.com/personalization/dom-action',
  data: { type, format, content, selector, prehidingSelector: selector },
})

const decisions = [
  action('1', 'setText', changes.text.selector, changes.text.payload),
  action('2', 'setImageSource', changes.src.selector, changes.src.payload),
  action('3', 'setAttribute', changes.href.selector, { href: changes.href.payload }),
  action('4', 'setHtml', changes.html.selector, changes.html.payload),
]

const scopeDetails = { decisionProvider: 'TGT', activity: { id: 'bench' } }
const payload = [{ id: 'AT:bench', scope: '__view__', scopeDetails, items: decisions }]
const interact = JSON.stringify({
  requestId: 'bench',
  handle: [{ type: 'personalization:decisions', eventIndex: 0, payload }],
})

/** Adobe alloy with the prehiding style that its documents recommend, limited to what changes. */
export const alloy: Contender = {
  name: 'alloy',
  head: ({ vendor }) => `<script>
!function(e,a,n,t){var i=e.head;if(i){if(a)return;var o=e.createElement("style");o.id="alloy-prehiding",o.innerText=n,i.appendChild(o),setTimeout(function(){o.parentNode&&o.parentNode.removeChild(o)},t)}}(document,0,"${prehiding}",3000);
!function(n,o){o.forEach(function(o){n[o]||((n.__alloyNS=n.__alloyNS||[]).push(o),n[o]=function(){var u=arguments;return new Promise(function(i,l){n.setTimeout(function(){n[o].q.push([i,l,u])})})},n[o].q=[])})}(window,["alloy"]);
</script>
<script src="${vendor}/alloy.min.js" async></script>
<script>
alloy("configure", { datastreamId: "bench", orgId: "bench@AdobeOrg", edgeDomain: "${vendor.replace('http://', '').replace(':', '-')}", thirdPartyCookiesEnabled: false, idMigrationEnabled: false, prehidingStyle: "${prehiding}" });
alloy("sendEvent", { renderDecisions: true, xdm: { web: { webPageDetails: { name: "landing" } } } });
</script>`,
  async answer(path) {
    if (path === '/alloy.min.js') {
      const file = await scriptOf('alloy')
      // alloy only uses https without a port, and the bench's servers are plain http: only the address is changed here.
      // biome-ignore lint/suspicious/noTemplateCurlyInString: alloy's own source
      const body = file.replace('`https://${e}/', '`http://${e.replace("-",":")}/')
      return { type: 'text/javascript', body }
    }
    if (/^\/ee\/.*\/?v1\/interact/.test(path)) return { body: interact }
    return /^\/ee\/.*\/?v1\/collect/.test(path) ? { body: '' } : undefined
  },
}

const key = 'phc_bench'

/** Its transforms can only set html and css, so the picture and the link are replaced together with their parents' content. */
const transforms = [
  { selector: changes.text.selector, html: changes.text.payload },
  { selector: '#picture', html: `<img src="${personalised.src}" width="400" height="300" alt="">` },
  { selector: '#actions', html: `<a class="cta" href="${personalised.href}">Start now</a>` },
  { selector: changes.html.selector, html: changes.html.payload },
]

const variants = { control: { transforms: [] }, test: { transforms } }
const tests = JSON.stringify({ experiments: [{ id: 1, name: 'Bench', feature_flag_key: 'bench', variants }] })

const flags = JSON.stringify({
  flags: { bench: { key: 'bench', enabled: true, variant: 'test', metadata: { id: 1, version: 1 } } },
  errorsWhileComputingFlags: false,
  requestId: '6b008e2e-0000-4000-8000-000000000000',
})

const config = JSON.stringify({
  token: key,
  supportedCompression: ['gzip', 'gzip-js'],
  hasFeatureFlags: true,
  capturePerformance: false,
  autocapture_opt_out: false,
  sessionRecording: false,
  siteApps: [],
})

/** PostHog's script tag with a web experiment, which it applies without hiding anything. */
export const posthog: Contender = {
  name: 'PostHog',
  head: ({ vendor }) => `<script>
!function(t,e){var o,n,p,r;e.__SV||(window.posthog=e,e._i=[],e.init=function(i,s,a){function g(t,e){var o=e.split(".");2==o.length&&(t=t[o[0]],e=o[1]),t[e]=function(){t.push([e].concat(Array.prototype.slice.call(arguments,0)))}}(p=t.createElement("script")).type="text/javascript",p.crossOrigin="anonymous",p.async=!0,p.src=s.api_host.replace(".i.posthog.com","-assets.i.posthog.com")+"/static/array.js",(r=t.getElementsByTagName("script")[0]).parentNode.insertBefore(p,r);var u=e;for(void 0!==a?u=e[a]=[]:a="posthog",u.people=u.people||[],u.toString=function(t){var e="posthog";return"posthog"!==a&&(e+="."+a),t||(e+=" (stub)"),e},u.people.toString=function(){return u.toString(1)+".people (stub)"},o="init capture register register_once unregister identify reset get_distinct_id onFeatureFlags getFeatureFlag isFeatureEnabled reloadFeatureFlags opt_in_capturing opt_out_capturing".split(" "),n=0;n<o.length;n++)g(u,o[n]);e._i.push([i,s,a])},e.__SV=1)}(document,window.posthog||[]);
posthog.init("${key}", { api_host: "${vendor}", disable_web_experiments: false })
</script>`,
  async answer(path) {
    if (path === '/static/array.js')
      return { type: 'text/javascript', body: await scriptOf('PostHog array.js') }
    if (path === `/array/${key}/config.js`) {
      const body = `(function(){window._POSTHOG_REMOTE_CONFIG=window._POSTHOG_REMOTE_CONFIG||{};window._POSTHOG_REMOTE_CONFIG["${key}"]={config:${config},siteApps:[]}})()`
      return { type: 'text/javascript', body }
    }
    if (path === `/array/${key}/config`) return { body: config }
    if (path.startsWith('/flags/')) return { body: flags }
    if (path.startsWith('/api/web_experiments')) return { body: tests }
    return path.startsWith('/e/') || path.startsWith('/i/') ? { body: '{"status":1}' } : undefined
  },
}
