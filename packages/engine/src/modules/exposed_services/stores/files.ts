import { openCheck, serviceCheck, serviceText } from '../service-check.ts';

export const svcObjectStoreOpen = serviceCheck({
  id: 'svc-object-store-open',
  title: 'File and object stores do not serve strangers',
  finding: 'File or object store open to strangers',
  weakness: { cvss: 'confidentialRead', cwe: [306] },
  services: ['minio', 'rsync', 'nfs', 'rpcbind'],
  judge: (open) => {
    if (open.service === 'rsync' && open.access === 'unknown')
      return `rsync answers on port ${open.port}; whether it lists modules to strangers is not tested`;
    if (open.access !== 'open') return null;
    const isListed = open.service === 'minio' || open.service === 'rsync';
    return {
      description: `${serviceText(open)} on port ${open.port} answers strangers${isListed ? ' and lists its contents' : ', who can ask it for its exports'}. Expected: named clients only.`,
      ...(isListed ? {} : { confidence: 'firm' as const }),
    };
  },
});

export const svcLdapAnonymous = openCheck({
  id: 'svc-ldap-anonymous',
  title: 'The directory does not answer anonymous strangers',
  finding: 'LDAP directory answers anonymous searches',
  weakness: { cvss: 'internalDataRead', cwe: [306, 200] },
  services: ['ldap'],
  describe: ({ port }) =>
    `LDAP on port ${port} tells its naming contexts to anybody, without a login. Expected: reachable from inside only.`,
});
