import { loginRows, serviceAt, sweptWith, testRows } from '../testing/evidence.ts';
import { svcLdapAnonymous, svcObjectStoreOpen } from './files.ts';

testRows([
  ...loginRows(svcObjectStoreOpen, serviceAt(9000, 'minio', 'open'), /MinIO on port 9000[^]*lists its contents/),
  [svcObjectStoreOpen, 'NFS', sweptWith([serviceAt(2049, 'nfs', 'open')]), 'fail', /NFS on port 2049.*exports/],
  [svcObjectStoreOpen, 'rpcbind', sweptWith([serviceAt(111, 'rpcbind', 'open')]), 'fail', /111.*programs of the host/],
  [svcObjectStoreOpen, 'rpcbind, denied', sweptWith([serviceAt(111, 'rpcbind', 'guarded')]), 'pass'],
  [svcObjectStoreOpen, 'rsync, modules', sweptWith([serviceAt(873, 'rsync', 'open')]), 'fail', /lists its modules/],
  [
    svcObjectStoreOpen,
    'rsync, a mirror',
    sweptWith([serviceAt(873, 'rsync', 'open', { marks: ['public-names'] })]),
    'informational',
    /If they are meant to be public/,
  ],
  [svcObjectStoreOpen, 'rsync, no module', sweptWith([serviceAt(873, 'rsync', 'guarded')]), 'pass'],
  [
    svcObjectStoreOpen,
    'rsync, silent',
    sweptWith([serviceAt(873, 'rsync', 'unknown')]),
    'inconclusive',
    /lists modules/,
  ],
  ...loginRows(svcLdapAnonymous, serviceAt(389, 'ldap', 'open', { marks: ['naming-contexts'] }), /naming contexts/),
]);
