import { readFile } from 'node:fs/promises'
import { changes, personalised } from '../page/changes.ts'
import { type Answer, type Contender, packages } from './contender.ts'

const key = 'phc_bench'
const flag = 'bench'

/** Its transforms can only set html and css, so the picture and the link are replaced together with their parents' content. */
const transforms = [
  { selector: changes.text.selector, html: changes.text.payload },
  { selector: '#picture', html: `<img src="${personalised.src}" width="400" height="300" alt="">` },
  { selector: '#actions', html: `<a class="cta" href="${personalised.href}">Start now</a>` },
  { selector: changes.html.selector, html: changes.html.payload },
]

const experiments = JSON.stringify({
  experiments: [
    {
      id: 1,
      name: 'Bench',
      feature_flag_key: flag,
      variants: { control: { transforms: [] }, test: { transforms } },
    },
  ],
})

const flags = JSON.stringify({
  flags: {
    [flag]: {
      key: flag,
      enabled: true,
      variant: 'test',
      reason: { code: 'condition_match', condition_index: 0, description: 'Matched condition set 1' },
      metadata: { id: 1, version: 1, payload: null },
    },
  },
  errorsWhileComputingFlags: false,
  requestId: '6b008e2e-0000-4000-8000-000000000000',
})

const config = {
  token: key,
  supportedCompression: ['gzip', 'gzip-js'],
  hasFeatureFlags: true,
  captureDeadClicks: false,
  capturePerformance: false,
  autocapture_opt_out: false,
  autocaptureExceptions: false,
  surveys: false,
  heatmaps: false,
  sessionRecording: false,
  defaultIdentifiedOnly: true,
  siteApps: [],
}

async function answer(path: string): Promise<Answer | undefined> {
  if (path === '/static/array.js') {
    return {
      type: 'text/javascript',
      body: await readFile(new URL('posthog-js/dist/array.js', packages), 'utf8'),
    }
  }
  if (path === `/array/${key}/config.js`) {
    const body = `(function(){window._POSTHOG_REMOTE_CONFIG=window._POSTHOG_REMOTE_CONFIG||{};window._POSTHOG_REMOTE_CONFIG["${key}"]={config:${JSON.stringify(config)},siteApps:[]}})()`
    return { type: 'text/javascript', body }
  }
  if (path === `/array/${key}/config`) return { body: JSON.stringify(config) }
  if (path.startsWith('/flags/')) return { body: flags }
  if (path.startsWith('/api/web_experiments')) return { body: experiments }
  return path.startsWith('/e/') || path.startsWith('/i/') ? { body: '{"status":1}' } : undefined
}

/** PostHog's script tag with a web experiment, which it applies without hiding anything. */
export const posthog: Contender = {
  name: 'PostHog',
  isRival: true,
  head: ({ vendor }) => `<script>
!function(t,e){var o,n,p,r;e.__SV||(window.posthog=e,e._i=[],e.init=function(i,s,a){function g(t,e){var o=e.split(".");2==o.length&&(t=t[o[0]],e=o[1]),t[e]=function(){t.push([e].concat(Array.prototype.slice.call(arguments,0)))}}(p=t.createElement("script")).type="text/javascript",p.crossOrigin="anonymous",p.async=!0,p.src=s.api_host.replace(".i.posthog.com","-assets.i.posthog.com")+"/static/array.js",(r=t.getElementsByTagName("script")[0]).parentNode.insertBefore(p,r);var u=e;for(void 0!==a?u=e[a]=[]:a="posthog",u.people=u.people||[],u.toString=function(t){var e="posthog";return"posthog"!==a&&(e+="."+a),t||(e+=" (stub)"),e},u.people.toString=function(){return u.toString(1)+".people (stub)"},o="init capture register register_once unregister identify reset get_distinct_id onFeatureFlags getFeatureFlag isFeatureEnabled reloadFeatureFlags opt_in_capturing opt_out_capturing".split(" "),n=0;n<o.length;n++)g(u,o[n]);e._i.push([i,s,a])},e.__SV=1)}(document,window.posthog||[]);
posthog.init("${key}", { api_host: "${vendor}", disable_web_experiments: false })
</script>`,
  answer,
}
