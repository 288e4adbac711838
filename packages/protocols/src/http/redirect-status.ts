const followed: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** True for a status whose Location browsers follow (RFC 9110 section 15.4; Fetch, "redirect status"). */
export const isRedirectStatus = (status: number): boolean => followed.has(status);
