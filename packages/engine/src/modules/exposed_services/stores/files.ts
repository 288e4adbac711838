import { openBy } from '../../../catalogue/outcome.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { portsOfServices, whereOpen } from '../../derive/subjects/ports.ts';
import { serviceText } from '../../derive/network/swept.ts';

export const svcObjectStoreOpen = checkOf(portsOfServices(['minio', 'rsync', 'nfs', 'rpcbind']), {
  id: 'svc-object-store-open',
  title: 'File and object stores do not serve strangers',
  finding: 'File or object store open to strangers',
  weakness: { cvss: 'confidentialRead', cwe: [306] },
  judge: (open) => {
    const { service, access, port } = open;
    if (service === 'rsync' && access === 'unknown') return openBy('rsync-unlisted', { port });
    if (access !== 'open') return null;
    const answers = `${serviceText(open)} on port ${port} answers strangers`;
    const expected = 'Expected: named clients only.';
    if (service === 'minio') return { description: `${answers} and lists its contents. ${expected}` };
    // A module may require its own login, which is not tested.
    const mirrors = 'whose names are those of public mirrors. If they are meant to be public, nothing is to be done';
    if (open.marks.includes('public-names'))
      return { description: `${answers} and lists its modules, ${mirrors}.`, informs: true };
    if (service === 'rsync')
      return { description: `${answers} and lists its modules. ${expected}`, confidence: 'firm' };
    // An answered call proves access, but not that anything is exported.
    return {
      description: `${answers}, who can ask it for ${service === 'nfs' ? 'its exports' : 'the programs of the host'}. ${expected}`,
      confidence: 'firm',
      cvss: 'limitedAvailability',
    };
  },
});

export const svcLdapAnonymous = checkOf(portsOfServices(['ldap']), {
  id: 'svc-ldap-anonymous',
  title: 'The directory does not tell strangers its naming contexts',
  finding: 'LDAP directory tells strangers its naming contexts',
  weakness: { cvss: 'internalDataRead', cwe: [306, 200] },
  judge: whereOpen(
    ({ port }) =>
      `LDAP on port ${port} lists its naming contexts for anyone, without a login. The audit did not search below them. Expected: reachable from inside only.`,
  ),
});
