import { Copy } from '../../parts/copy.tsx'

/** A secret that is shown now and never again. */
export function ShownOnce({ what, secret }: { what: string; secret: string }) {
  return (
    <div class="notice good" role="status">
      <p>{what}</p>
      <p>
        <code class="secret">{secret}</code>
      </p>
      <Copy text={secret} />
    </div>
  )
}
