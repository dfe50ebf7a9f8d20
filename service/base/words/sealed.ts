import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** Encrypts a text. @param key any text that is hard to guess @returns nonce, tag and encrypted bytes, in base64 */
export function seal(text: string, key: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, cipherKey(key), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
}

/** Decrypts what `seal` returned. Throws if it was sealed with another key. */
export function unseal(sealed: string, key: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv(algorithm, cipherKey(key), bytes.subarray(0, nonceBytes))
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString(
    'utf8',
  )
}

function cipherKey(key: string): Uint8Array {
  return new Uint8Array(createHash('sha256').update(`motif ${key}`).digest())
}
