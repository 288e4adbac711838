import type { Endpoint } from './endpoints.ts'

/** Servers that mean harm to whoever measures them. */
export const hostileEndpoints: readonly Endpoint[] = []
