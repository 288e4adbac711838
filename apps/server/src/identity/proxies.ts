import type { IdentitySettings } from '../settings/identity.ts';

/** Fastify's form of which proxies are trusted: by their networks, or by how many hops they are away. */
export const proxiesTrusted = (
  trusted: IdentitySettings['trustProxy'],
): false | string[] | ((address: string, hop: number) => boolean) =>
  typeof trusted === 'number' ? (_address, hop) => hop < trusted : trusted;
