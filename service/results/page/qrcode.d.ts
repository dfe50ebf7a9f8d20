/** What the page uses of `qrcode`: the package's own types bring those of Node.js with them. */
export function create(
  text: string,
  options: { errorCorrectionLevel: 'L' | 'M' | 'Q' | 'H' },
): { modules: { size: number; get(row: number, column: number): number } }
