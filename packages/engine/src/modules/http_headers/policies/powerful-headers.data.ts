/** Headers with a large effect that no checklist requires. */
export const powerfulHeaders: Readonly<Record<string, string>> = {
  'Origin-Agent-Cluster': 'requests a separate process for the origin',
  'Document-Policy': 'restricts the document',
  'X-DNS-Prefetch-Control': 'controls DNS prefetching',
  'X-Permitted-Cross-Domain-Policies': 'controls cross-domain access by PDF and Flash clients',
};
