import type { IdentitySettings } from '../settings/identity.ts';

/** The trusted proxies for Fastify: networks, or a number of hops. */
export const proxiesTrusted = (
  trusted: IdentitySettings['trustProxy'],
): false | string[] | ((address: string, hop: number) => boolean) =>
  typeof trusted === 'number' ? (_address, hop) => hop < trusted : trusted;
