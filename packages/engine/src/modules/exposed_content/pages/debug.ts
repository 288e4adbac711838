import { pathCheck } from '../path-check.ts';

export const debugPhpinfo = pathCheck(
  {
    id: 'debug-phpinfo',
    title: 'No phpinfo() page is served',
    finding: 'PHP configuration page (phpinfo) exposed',
    weakness: { cvss: 'internalDataRead', cwe: [200, 497] },
  },
  ['phpinfo'],
  () => ({ what: 'versions, paths and environment variables of the server' }),
);

export const debugConsole = pathCheck(
  {
    id: 'debug-console',
    title: 'No debug tool is served',
    finding: 'Debug tool exposed',
    weakness: { cvss: 'confidentialRead', cwe: [489, 215] },
  },
  ['console'],
  ({ kind }) => ({
    what:
      kind === 'symfonyProfiler'
        ? 'the Symfony profiler shows requests of visitors, queries and configuration'
        : 'the Ignition error page of Laravel runs in debug mode',
  }),
);

export const statusPage = pathCheck(
  {
    id: 'status-page',
    title: 'No status or metrics page is served',
    finding: 'Status or metrics page exposed',
    weakness: { cvss: 'internalDataRead', cwe: [497] },
  },
  ['status'],
  () => ({ what: 'internal figures of the server' }),
);

/** An index that lists an endpoint does not prove that it can be read, unless HEAD on it is answered. */
export const actuatorSensitive = pathCheck(
  {
    id: 'actuator-sensitive',
    title: 'No sensitive Spring Boot Actuator endpoint is served',
    finding: 'Spring Boot Actuator endpoints exposed',
    weakness: { cvss: 'confidentialRead', cwe: [497, 215] },
  },
  ['actuator'],
  ({ listed }) => {
    const what = 'the index of management endpoints lists some that reveal environment, memory or configuration';
    if (listed === null || listed.status === null) return { what, confidence: 'firm' };
    return listed.status === 200 ? { what } : null;
  },
);
