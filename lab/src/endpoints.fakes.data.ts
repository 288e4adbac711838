import type { Endpoint } from './endpoints.ts'

/** First flights of TLS servers that no packaged software plays any more. */
export const fakeEndpoints: readonly Endpoint[] = []
