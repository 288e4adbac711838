import { pathCheck } from '../path-check.ts';

/** The login of a content management system is meant to be reachable; one of a database or a server seldom is. */
export const adminLogin = pathCheck({
  id: 'admin-login',
  title: 'No login of an administration tool is reachable',
  finding: 'Administration login reachable from the internet',
  weakness: { cvss: 'abuseLever', cwe: [284] },
  group: 'admin',
  means: ({ kind, mark, proof }) => {
    if (mark !== 'login') return null;
    const what = (proof[0] ?? 'a login').replace('Login', 'the login');
    return kind === 'wordpressLogin' ? { what, informs: true } : what;
  },
});

export const adminUnauthenticated = pathCheck({
  id: 'admin-unauthenticated',
  title: 'No administration tool works without a login',
  finding: 'Administration tool without authentication',
  weakness: { cvss: 'unauthenticatedControl', cwe: [306] },
  group: 'admin',
  means: ({ mark }) => (mark === 'open' ? 'an administration tool that asks for no login' : null),
});

export const adminOverHttp = pathCheck({
  id: 'admin-over-http',
  title: 'No login of an administration tool is served over HTTP',
  finding: 'Administration login over unencrypted HTTP',
  weakness: { cvss: 'cleartextInterception', cwe: [319] },
  group: 'admin',
  means: ({ mark }, { exposure }) =>
    mark === 'login' && exposure.origin?.startsWith('http:') === true
      ? 'a login whose password is sent unencrypted'
      : null,
});

export const wpUserEnum = pathCheck({
  id: 'wp-user-enum',
  title: 'WordPress does not list its users',
  finding: 'WordPress user enumeration',
  weakness: { cvss: 'smallLeak', cwe: [204] },
  group: 'wordpress-users',
  means: 'the list of WordPress users',
});

export const apiDocs = pathCheck({
  id: 'api-docs',
  title: 'API descriptions are published on purpose',
  finding: 'API description published',
  group: 'api',
  means: 'a machine-readable description of an API, which may be intended',
});
