/** The platform's code for an error, such as ECONNRESET or ERR_OSSL_EVP_UNSUPPORTED; its messages are words, and change. */
export const errorCode = (error: unknown): string =>
  error instanceof Error ? ('code' in error ? String(error.code) : 'without a code') : String(error);
