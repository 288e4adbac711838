import { checkOf } from '../../../catalogue/check-of.ts';
import { pathsOf } from '../../derive/subjects/paths.ts';

/** The login of a content management system is meant to be public; that of a database or a server rarely is. */
export const adminLogin = checkOf(pathsOf('admin'), {
  id: 'admin-login',
  title: 'No login of an administration tool is reachable',
  finding: 'Administration login reachable from the internet',
  weakness: { cvss: 'abuseLever', cwe: [284] },
  judge: ({ kind, mark, proof }) => {
    if (mark !== 'login') return null;
    const what = (proof[0] ?? 'a login').replace('Login', 'the login');
    return kind === 'wordpressLogin' ? { description: what, informs: true } : what;
  },
});

/** Tools of administrators, and statistics that may have their controls. */
const tools = pathsOf('admin', ({ exposure }) => exposure.results.filter(({ kind }) => kind === 'haproxyStats'));

export const adminUnauthenticated = checkOf(tools, {
  id: 'admin-unauthenticated',
  title: 'No administration tool works without a login',
  finding: 'Administration tool without authentication',
  weakness: { cvss: 'unauthenticatedControl', cwe: [306] },
  judge: ({ kind, mark }) => {
    if (mark !== 'open') return null;
    return kind === 'haproxyStats'
      ? { description: 'its form stops servers and sessions, and asks for no login', cvss: 'serviceUnusable' }
      : 'an administration tool that asks for no login';
  },
});

export const adminOverHttp = checkOf(pathsOf('admin'), {
  id: 'admin-over-http',
  title: 'No login of an administration tool is served over HTTP',
  finding: 'Administration login over unencrypted HTTP',
  weakness: { cvss: 'cleartextInterception', cwe: [319] },
  judge: ({ mark }, { exposure }) =>
    mark === 'login' && exposure.origin?.startsWith('http:') === true
      ? 'a login whose password is sent unencrypted'
      : null,
});

export const wpUserEnum = checkOf(pathsOf('wordpress-users'), {
  id: 'wp-user-enum',
  title: 'WordPress does not list its users',
  finding: 'WordPress user enumeration',
  weakness: { cvss: 'smallLeak', cwe: [204] },
  judge: () => 'the list of WordPress users',
});

export const apiDocs = checkOf(pathsOf('api'), {
  id: 'api-docs',
  title: 'API descriptions are published on purpose',
  finding: 'API description published',
  judge: () => 'a machine-readable description of an API, which may be intended',
});
