import { useEffect, useState } from 'preact/hooks'
import { fileNameOf, picturesOfPage } from '../page/elements.ts'
import { ChipField, type ChipFieldProps } from './chip-field.tsx'

interface PictureFieldProps extends ChipFieldProps {
  /** The address for the person as whom the page is seen; the value itself if it has no Liquid. */
  shown: string | undefined
  /** Whether it is the address of a picture, which can be tried. Default: true */
  isPicture?: boolean
  /** Keeps a file with Motif, and says its address. */
  upload(file: File): Promise<string>
}

/** What pages can show; see `service/editing/pictures.ts`. */
const pictureTypes = 'image/png,image/jpeg,image/webp,image/avif,image/svg+xml'

/**
 * A field for a picture: a file that is dropped, pasted or chosen, one of the page's own, or an address. Says at once if a picture does
 * not load.
 */
export function PictureField({ shown, isPicture = true, upload, ...text }: PictureFieldProps) {
  const { value, onChange } = text
  const address = value.includes('{{') || value.includes('{%') ? shown : value
  const problem = usePictureProblem(isPicture ? address : undefined)
  const [sending, setSending] = useState('')
  const [refused, setRefused] = useState('')

  const take = (event: Event, files?: FileList | null) => {
    const [file] = files ?? []
    if (!file) return
    event.preventDefault()
    event.stopPropagation()
    setRefused('')
    setSending(file.name)
    upload(file)
      .then(onChange, (error: Error) => setRefused(error.message))
      .finally(() => setSending(''))
  }
  if (!isPicture) return <ChipField {...text} />
  return (
    <fieldset
      class="picture"
      aria-label="Picture"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => take(event, event.dataTransfer?.files)}
      onPasteCapture={(event) => take(event, event.clipboardData?.files)}
    >
      <div class="drop" aria-busy={sending !== ''}>
        {address && !problem && <img src={address} alt="" />}
        <div class="fields">
          <label class="button">
            <input
              type="file"
              accept={pictureTypes}
              onChange={(event) => {
                take(event, event.currentTarget.files)
                event.currentTarget.value = ''
              }}
            />
            Choose a picture
          </label>
          <div class="quiet" aria-live="polite">
            {sending ? `Uploading ${sending}…` : 'or drop or paste one here: up to 2 MB.'}
          </div>
        </div>
      </div>
      {(refused || problem) && (
        <div class="notice bad" role="alert">
          {refused || problem}
        </div>
      )}
      <ChipField {...text} />
      <ul class="pictures" aria-label="Pictures of this page">
        {picturesOfPage().map((source) => (
          <li key={source}>
            <button
              type="button"
              title={source}
              aria-label={fileNameOf(source) || source}
              aria-pressed={source === value}
              style={{ backgroundImage: `url(${JSON.stringify(new URL(source, document.baseURI).href)})` }}
              onClick={() => onChange(source)}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

/** What is wrong with a picture, once the browser has tried to load it; empty if nothing. */
function usePictureProblem(address: string | undefined): string {
  const [problem, setProblem] = useState('')
  useEffect(() => {
    setProblem('')
    if (!address) return
    const probe = new Image()
    probe.onerror = () =>
      setProblem(`This picture does not load: ${address}. Visitors would see the page’s own picture.`)
    probe.src = address
    return () => {
      probe.onerror = null
    }
  }, [address])
  return problem
}
