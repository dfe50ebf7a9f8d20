import { Copy } from '../../parts/copy.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { FormDialog, type FormDialogProps } from '../../parts/form-dialog.tsx'

interface NewSecretProps extends FormDialogProps {
  /** What to do with the secret. */
  shown: string
  /** The secret, once it is created. */
  secret: string | undefined
}

/** A dialog that asks what a secret is for, creates it, and shows it once. */
export function NewSecret({ shown, secret, ...form }: NewSecretProps) {
  if (secret === undefined) return <FormDialog {...form} />
  const { title, onClose } = form
  return (
    <Dialog title={title} onClose={onClose}>
      <ShownOnce what={shown} secret={secret} />
      <div class="buttons">
        <button type="button" class="plain" onClick={onClose}>
          Done
        </button>
      </div>
    </Dialog>
  )
}

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
