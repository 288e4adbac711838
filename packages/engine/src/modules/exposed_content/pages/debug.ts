import type { ExposedPathResult } from '../../../evidence/exposure/schema.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { pathsOf } from '../../derive/subjects/paths.ts';

export const debugPhpinfo = checkOf(pathsOf('phpinfo'), {
  id: 'debug-phpinfo',
  title: 'No phpinfo() page is served',
  finding: 'PHP configuration page (phpinfo) exposed',
  weakness: { cvss: 'internalDataRead', cwe: [200, 497] },
  judge: () => 'versions, paths and environment variables of the server',
});

export const debugConsole = checkOf(pathsOf('console'), {
  id: 'debug-console',
  title: 'No debug tool is served',
  finding: 'Debug tool exposed',
  weakness: { cvss: 'confidentialRead', cwe: [489, 215] },
  judge: ({ kind }) =>
    kind === 'symfonyProfiler'
      ? 'the Symfony profiler shows requests of visitors, queries and configuration'
      : 'the Ignition error page of Laravel runs in debug mode',
});

export const statusPage = checkOf(pathsOf('status'), {
  id: 'status-page',
  title: 'No status or metrics page is served',
  finding: 'Status or metrics page exposed',
  weakness: { cvss: 'internalDataRead', cwe: [497] },
  judge: () => 'internal figures of the server',
});

/** Media types of Spring Boot 2 and later; earlier versions sent plain JSON. */
const actuatorType = /^application\/(?:vnd\.spring-boot\.actuator\.v\d+\+)?json$/;

/** Result of HEAD on a listed endpoint: its data, no data, the same as any other path, or nothing conclusive. */
function readable({ listed }: Pick<ExposedPathResult, 'listed'>): 'yes' | 'no' | 'same' | 'unknown' {
  if (listed === null || listed.status === null) return 'unknown';
  const { status, type, control } = listed;
  // The server does not support HEAD, limits requests or fails: nothing follows for GET.
  if (status === 405 || status === 429 || status >= 500) return 'unknown';
  if (status !== 200) return 'no';
  // Without a media type, as in earlier evidence, a status alone is inconclusive. HTML is a login or the site's own
  // page.
  if (type === undefined || type === null || type === '') return 'unknown';
  if (!actuatorType.test(type)) return 'no';
  if (control === undefined || control === null || control.status === null) return 'unknown';
  return control.status === 200 ? 'same' : 'yes';
}

/** An index that lists an endpoint does not prove that it is readable: the endpoint's own response must match its data. */
export const actuatorSensitive = checkOf(pathsOf('actuator'), {
  id: 'actuator-sensitive',
  title: 'No sensitive Spring Boot Actuator endpoint is served',
  finding: 'Spring Boot Actuator endpoints exposed',
  weakness: { cvss: 'confidentialRead', cwe: [497, 215] },
  judge: (result) => {
    const what = 'the index of management endpoints lists some that reveal environment, memory or configuration';
    const isReadable = readable(result);
    if (isReadable === 'no') return null;
    return isReadable === 'yes'
      ? what
      : { description: what, confidence: isReadable === 'same' ? 'potential' : 'firm' };
  },
});
