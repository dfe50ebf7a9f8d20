/** @jsxImportSource preact */
import { create } from 'qrcode'

/** White modules around a QR code, so that it is found on any ground (ISO/IEC 18004). */
const margin = 4

/** A link as a QR code, drawn as one path. */
export function QrCode({ link }: { link: string }) {
  const { modules } = create(link, { errorCorrectionLevel: 'M' })
  const side = modules.size + 2 * margin
  return (
    <svg class="qr" viewBox={`0 0 ${side} ${side}`} role="img" aria-label="QR code of the personalised link">
      <path class="ground" d={`M0 0h${side}v${side}H0z`} />
      <path d={pathOf(modules.size, (row, column) => modules.get(row, column) !== 0)} />
    </svg>
  )
}

function pathOf(size: number, isDark: (row: number, column: number) => boolean): string {
  let path = ''
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      if (isDark(row, column)) path += `M${column + margin} ${row + margin}h1v1h-1z`
    }
  }
  return path
}
