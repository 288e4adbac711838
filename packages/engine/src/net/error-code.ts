/** The platform's code for an error, such as ECONNRESET or ERR_OSSL_EVP_UNSUPPORTED; its messages are words that change between versions. */
export const errorCode = (error: unknown): string =>
  error instanceof Error ? ('code' in error ? String(error.code) : 'without a code') : String(error);
