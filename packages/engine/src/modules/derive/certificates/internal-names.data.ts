/**
 * Suffixes that have no meaning outside of a private network: reserved for private use (RFC 6762 appendix G, RFC 8375,
 * ICANN's .internal of 2024), or never delegated because of such use (.home, .corp and .mail, ICANN 2018).
 */
export const internalEndings: readonly string[] = [
  'local',
  'localdomain',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'home.arpa',
];

/** Private address ranges: prefix and its length in bits (RFC 1918, RFC 6598, RFC 3927, RFC 4193, RFC 4291). */
export const internalNetworks: readonly (readonly [prefix: string, bits: number])[] = [
  ['0a000000', 8],
  ['ac100000', 12],
  ['c0a80000', 16],
  ['64400000', 10],
  ['a9fe0000', 16],
  ['7f000000', 8],
  ['fc000000000000000000000000000000', 7],
  ['fe800000000000000000000000000000', 10],
  ['00000000000000000000000000000001', 128],
];

/** Names in default certificates of products: they identify the product, not a host. */
export const placeholderNames: readonly string[] = [
  'localhost',
  'ingress.local',
  'traefik.default',
  'example.com',
  'invalid',
];

/** Domains in default certificates of providers: they identify the provider, not another customer. */
export const providerDomains: readonly string[] = [
  'akamai.net',
  'akamaiedge.net',
  'akamaihd.net',
  'akamaized.net',
  'amazonaws.com',
  'azure.com',
  'azureedge.net',
  'azurefd.net',
  'azurewebsites.net',
  'b-cdn.net',
  'cdn77.org',
  'cloudflare.com',
  'cloudflaressl.com',
  'cloudfront.net',
  'digitaloceanspaces.com',
  'edgecastcdn.net',
  'fastly.net',
  'fastlylb.net',
  'firebaseapp.com',
  'fly.dev',
  'github.com',
  'github.io',
  'google.com',
  'herokuapp.com',
  'impervadns.net',
  'incapsula.com',
  'invalid2.invalid',
  'netlify.app',
  'netlify.com',
  'onrender.com',
  'ovh.net',
  'pages.dev',
  'shopify.com',
  'squarespace.com',
  'stackpathdns.com',
  'sucuri.net',
  'vercel.app',
  'vercel.com',
  'vercel-dns.com',
  'windows.net',
  'wixsite.com',
  'wordpress.com',
  'workers.dev',
  'wpengine.com',
];
