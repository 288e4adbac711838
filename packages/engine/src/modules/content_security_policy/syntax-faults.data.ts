import type { SyntaxCode } from '@perimeter/protocols/http/csp/syntax';

/** The fault of a part of a policy, as a clause after its text. */
export const syntaxFaults: Readonly<Record<SyntaxCode, string>> = {
  'not-ascii': 'is dropped, because it is not ASCII',
  'repeated-directive': 'is repeated, and only the first counts',
  'unknown-directive': 'is no directive that browsers know',
  'deprecated-directive': 'is deprecated',
  'header-name-in-value': 'is the name of the header, which makes the first directive unknown',
  'missing-semicolon': 'is the name of a directive: a semicolon is missing before it',
  'unquoted-keyword': 'is a host name without single quotes around it',
  'none-with-others': 'counts for nothing beside other sources',
  'unknown-keyword': 'is no keyword that browsers know',
  'malformed-nonce': 'is no valid nonce',
  'malformed-hash': 'is no valid hash',
  'malformed-host': 'is no valid source',
};
