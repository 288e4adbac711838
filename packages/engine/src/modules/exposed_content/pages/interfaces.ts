import { checkOf } from '../../../catalogue/check-of.ts';
import { pathsOf } from '../../derive/subjects/paths.ts';

export const graphqlIntrospection = checkOf(pathsOf('graphql'), {
  id: 'graphql-introspection',
  title: 'GraphQL does not show its schema to everybody',
  finding: 'GraphQL introspection is enabled',
  weakness: { cvss: 'smallLeak', cwe: [200] },
  mode: 'deep',
  judge: () => 'a GraphQL interface that answers questions about its schema',
});

export const aiEndpointOpen = checkOf(pathsOf('model'), {
  id: 'ai-endpoint-open',
  title: 'No interface of a language model works without a login',
  finding: 'Language model interface without authentication',
  weakness: { cvss: 'confidentialRead', cwe: [306] },
  mode: 'deep',
  judge: ({ proof }) => `a language model without a login (${proof[0] ?? 'its list of models'})`,
});

export const errorVerbose = checkOf(pathsOf('error'), {
  id: 'error-verbose',
  title: 'Error pages do not tell of the inside',
  finding: 'Verbose error page (stack trace)',
  weakness: { cvss: 'smallLeak', cwe: [209] },
  mode: 'deep',
  judge: ({ proof }) => {
    const shown = (proof[0] ?? 'Stack trace').replace(/^\w/, (first) => first.toLowerCase());
    if (shown.startsWith('debug page')) return `the ${shown}`;
    return `an error page with ${/^[aeiou]/.test(shown) ? 'an' : 'a'} ${shown}`;
  },
});

export const wpXmlrpc = checkOf(pathsOf('wordpress-xmlrpc'), {
  id: 'wp-xmlrpc',
  title: 'XML-RPC of WordPress is off',
  finding: 'XML-RPC of WordPress is reachable',
  judge: () => 'the XML-RPC interface of WordPress, which takes many passwords in one request',
});
