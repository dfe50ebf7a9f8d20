/** What went wrong on the way to a server, by the code of the network. */
const words: Record<string, string> = {
  ECONNREFUSED: 'nothing answers at this address',
  ECONNRESET: 'the server broke off',
  ENOTFOUND: 'no server has this name',
  EAI_AGAIN: 'the name of the server could not be looked up',
  ETIMEDOUT: 'no answer in time',
  EHOSTUNREACH: 'the server cannot be reached',
  CERT_HAS_EXPIRED: 'the certificate of the server is too old',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate of the server is its own',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another server',
  TypeError: 'this address cannot be used',
}

/** Why a server could not be asked, in words if there are some. */
export function failureWords(error: string): string {
  return words[error] ?? error
}
