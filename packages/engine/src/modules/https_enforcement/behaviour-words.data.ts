/** Where a response repeats the requested host. */
export const reflections = {
  location: 'the Location header',
  canonical: 'the canonical link',
  base: 'the base URL of the page',
  script: 'the URL of a script',
} as const;

/** Methods that change state; none was sent. QUERY is safe (RFC 10008). */
export const changingMethods = new Set([
  'PUT',
  'DELETE',
  'PATCH',
  'CONNECT',
  'PROPFIND',
  'PROPPATCH',
  'MKCOL',
  'COPY',
  'MOVE',
  'LOCK',
  'UNLOCK',
  'TRACE',
]);
