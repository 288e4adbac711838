// Closed lists of names that pages in a browser need too: without zod, which scripts of pages must not load.

/** CVSS 4.0 severity ratings above None (specification section 6, qualitative severity rating scale), worst first: the order of all lists. */
export const severities = ['critical', 'high', 'medium', 'low'] as const;

/** Plans of an account, the smallest first. */
export const planNames = ['free', 'pro', 'team'] as const;
