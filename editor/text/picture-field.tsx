import { useEffect, useState } from 'preact/hooks'
import { picturesOfPage } from '../page/elements.ts'
import { ChipField, type ChipFieldProps } from './chip-field.tsx'

interface PictureFieldProps extends ChipFieldProps {
  /** The address for the person as whom the page is seen; the value itself if it has no Liquid. */
  shown: string | undefined
  /** Whether it is the address of a picture, which can be tried. */
  isPicture: boolean
}

/** A field for a picture's address, with the page's pictures to choose from. Says at once if a picture does not load. */
export function PictureField({ shown, isPicture, ...text }: PictureFieldProps) {
  const { value, onChange } = text
  const address = value.includes('{{') || value.includes('{%') ? shown : value
  const problem = usePictureProblem(isPicture ? address : undefined)
  return (
    <>
      <ChipField {...text} />
      {problem && (
        <div class="notice bad" role="alert">
          {problem}
        </div>
      )}
      <ul class="pictures" aria-label="Pictures of this page">
        {picturesOfPage().map((source) => (
          <li key={source}>
            <button
              type="button"
              title={source}
              aria-label={nameOf(source)}
              aria-pressed={source === value}
              style={{ backgroundImage: `url(${JSON.stringify(new URL(source, document.baseURI).href)})` }}
              onClick={() => onChange(source)}
            />
          </li>
        ))}
      </ul>
    </>
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

function nameOf(source: string): string {
  return source.split(/[?#]/)[0]?.split('/').at(-1) || source
}
