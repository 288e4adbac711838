/** How large a domain can be set: the class of its heading. */
export const nameClass = (domain: string): string | undefined =>
  domain.length > 60 ? 'longest' : domain.length > 26 ? 'long' : undefined;
