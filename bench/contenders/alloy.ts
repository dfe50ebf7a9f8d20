import { readFile } from 'node:fs/promises'
import { changes, items } from '../page/changes.ts'
import { type Answer, type Contender, packages } from './contender.ts'

/** Hides like Adobe's prehiding snippet, but only what will change, not the whole body. */
const prehiding = `${items.map(({ selector }) => selector).join(', ')} { opacity: 0 !important }`

const action = (id: number, type: string, selector: string, content: unknown) => ({
  id: `${id}`,
  schema: 'https://ns.adobe.com/personalization/dom-action',
  data: {
    type,
    format: 'application/vnd.adobe.target.dom-action',
    content,
    selector,
    prehidingSelector: selector,
  },
})

const decisions = [
  action(1, 'setText', changes.text.selector, changes.text.payload),
  action(2, 'setImageSource', changes.src.selector, changes.src.payload),
  action(3, 'setAttribute', changes.href.selector, { href: changes.href.payload }),
  action(4, 'setHtml', changes.html.selector, changes.html.payload),
]

function interact(): string {
  return JSON.stringify({
    requestId: '6b008e2e-0000-4000-8000-000000000000',
    handle: [
      {
        type: 'state:store',
        payload: [{ key: 'kndctr_bench_AdobeOrg_identity', value: 'CiYwMTIz', maxAge: 34_128_000 }],
      },
      {
        type: 'personalization:decisions',
        eventIndex: 0,
        payload: [
          {
            id: 'AT:bench',
            scope: '__view__',
            scopeDetails: {
              decisionProvider: 'TGT',
              activity: { id: 'bench' },
              characteristics: { eventToken: 'bench' },
            },
            items: decisions,
          },
        ],
      },
    ],
  })
}

async function answer(path: string): Promise<Answer | undefined> {
  if (path === '/alloy.min.js') {
    const file = await readFile(new URL('@adobe/alloy/dist/alloy.min.js', packages), 'utf8')
    // alloy only uses https without a port, and the bench's servers are plain http: only the address is changed here.
    // biome-ignore lint/suspicious/noTemplateCurlyInString: alloy's own source
    return { type: 'text/javascript', body: file.replace('`https://${e}/', '`http://${e.replace("-",":")}/') }
  }
  if (/^\/ee\/.*\/?v1\/interact/.test(path)) return { body: interact() }
  return /^\/ee\/.*\/?v1\/collect/.test(path) ? { body: '' } : undefined
}

/** Adobe alloy with the prehiding style that its documents recommend, limited to what changes. */
export const alloy: Contender = {
  name: 'alloy',
  isRival: true,
  head: ({ vendor }) => `<script>
!function(e,a,n,t){var i=e.head;if(i){if(a)return;var o=e.createElement("style");o.id="alloy-prehiding",o.innerText=n,i.appendChild(o),setTimeout(function(){o.parentNode&&o.parentNode.removeChild(o)},t)}}(document,0,"${prehiding}",3000);
!function(n,o){o.forEach(function(o){n[o]||((n.__alloyNS=n.__alloyNS||[]).push(o),n[o]=function(){var u=arguments;return new Promise(function(i,l){n.setTimeout(function(){n[o].q.push([i,l,u])})})},n[o].q=[])})}(window,["alloy"]);
</script>
<script src="${vendor}/alloy.min.js" async></script>
<script>
alloy("configure", { datastreamId: "bench", orgId: "bench@AdobeOrg", edgeDomain: "${vendor.replace('http://', '').replace(':', '-')}", thirdPartyCookiesEnabled: false, idMigrationEnabled: false, prehidingStyle: "${prehiding}" });
alloy("sendEvent", { renderDecisions: true, xdm: { web: { webPageDetails: { name: "landing" } } } });
</script>`,
  answer,
}
