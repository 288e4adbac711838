import { z } from 'zod';

/** The four categories that a score is made of, in report order. */
export const categoryKey = z.enum(['tls', 'http_security', 'dns_email', 'network']);
export type CategoryKey = z.infer<typeof categoryKey>;

/** Category names for people. */
export const categoryTitles: Record<CategoryKey, string> = {
  tls: 'TLS',
  http_security: 'HTTP security',
  dns_email: 'DNS and e-mail',
  network: 'Network and exposure',
};

/** The pillar name under which a comparison shows each category. */
export const pillarOfCategory: Record<CategoryKey, 'tls' | 'http' | 'dns' | 'network'> = {
  tls: 'tls',
  http_security: 'http',
  dns_email: 'dns',
  network: 'network',
};
