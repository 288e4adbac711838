import { openCheck, serviceCheck, serviceText } from '../service-check.ts';

export const svcObjectStoreOpen = serviceCheck({
  id: 'svc-object-store-open',
  title: 'File and object stores do not serve strangers',
  finding: 'File or object store open to strangers',
  weakness: { cvss: 'confidentialRead', cwe: [306] },
  services: ['minio', 'rsync', 'nfs', 'rpcbind'],
  judge: (open) => {
    const { service, access, port } = open;
    if (service === 'rsync' && access === 'unknown')
      return `rsync answers on port ${port} and did not say whether it lists modules to strangers`;
    if (access !== 'open') return null;
    const answers = `${serviceText(open)} on port ${port} answers strangers`;
    const expected = 'Expected: named clients only.';
    if (service === 'minio') return { description: `${answers} and lists its contents. ${expected}` };
    // A module may require a login of its own, which is not tried.
    const mirrors = 'whose names are those of public mirrors. If they are meant to be public, nothing is to be done';
    if (open.marks.includes('public-names'))
      return { description: `${answers} and lists its modules, ${mirrors}.`, informs: true };
    if (service === 'rsync')
      return { description: `${answers} and lists its modules. ${expected}`, confidence: 'firm' };
    // That a call is answered shows the way in, not that anything is exported.
    return {
      description: `${answers}, who can ask it for ${service === 'nfs' ? 'its exports' : 'the programs of the host'}. ${expected}`,
      confidence: 'firm',
      cvss: 'limitedAvailability',
    };
  },
});

export const svcLdapAnonymous = openCheck({
  id: 'svc-ldap-anonymous',
  title: 'The directory does not tell strangers its naming contexts',
  finding: 'LDAP directory tells strangers its naming contexts',
  weakness: { cvss: 'internalDataRead', cwe: [306, 200] },
  services: ['ldap'],
  describe: ({ port }) =>
    `LDAP on port ${port} tells its naming contexts to anybody, without a login. Whether it answers searches below them was not asked. Expected: reachable from inside only.`,
});
