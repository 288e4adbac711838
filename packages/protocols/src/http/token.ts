/** The characters of a token, such as the name of a header field (RFC 9110 section 5.6.2). */
export const httpToken = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
