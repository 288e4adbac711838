import { both, type Coverage, type CoverageTable } from './row.data.ts';

const twins = (group: string, more = ''): Coverage =>
  both(`exposed2-${group}.lab`, `guarded2-${group}.lab${more === '' ? '' : ` ${more}`}`);

/** The services of each host, and who can reach them. */
export const exposedServicesCoverage: CoverageTable = {
  'svc-redis-noauth': twins('stores', 'good.lab'),
  'svc-mongodb-noauth': twins('stores', 'good.lab'),
  'svc-elasticsearch-noauth': twins('stores', 'good.lab'),
  'svc-webdb-open': both('exposed2-consoles.lab exposed2-engines.lab', 'guarded2-consoles.lab guarded2-engines.lab'),
  'svc-docker-api': twins('clusters', 'good.lab'),
  'svc-devtool-open': both('exposed2-consoles.lab exposed2-engines.lab', 'guarded2-consoles.lab good.lab'),
  'svc-ai-open': twins('engines', 'good.lab'),
  'svc-vnc-noauth': both(
    'exposed2-screens.lab exposed2-packaged.lab',
    'guarded2-screens.lab guarded2-packaged.lab good.lab',
  ),
  'svc-x11-adb': twins('screens'),
  'svc-memcached': twins('stores', 'good.lab'),
  'svc-coordination-open': both(
    'exposed2-clusters.lab exposed2-packaged.lab',
    'guarded2-clusters.lab guarded2-packaged.lab good.lab',
  ),
  'svc-queue-open': twins('queues'),
  'svc-object-store-open': both('exposed2-files.lab exposed2-packaged.lab', 'guarded2-packaged.lab good.lab'),
  'svc-amplifier': both('exposed2-datagrams.lab exposed2-packaged.lab', 'guarded2-packaged.lab guarded2-stores.lab'),
  'svc-telnet': twins('logins', 'good.lab'),
  'svc-rservices': twins('logins'),
  'svc-smb': twins('windows', 'good.lab'),
  'svc-rdp-no-nla': both('exposed2-windows.lab exposed2-packaged.lab', 'guarded2-windows.lab good.lab'),
  'svc-ics': both('industrial.lab', 'guarded2-stores.lab'),
  'svc-ipmi': both('exposed2-datagrams.lab', 'guarded2-stores.lab'),
  'ssh-protocol1': both('ssh-ancient.lab ssh-one.lab', 'ssh-modern.lab ssh-sound.lab'),
  'ssh-banner-eol': both(
    'ssh-old.lab ssh-distribution-old.lab ssh-ancient.lab',
    'ssh-modern.lab ssh-distribution.lab ssh-sound.lab ssh-banner.lab',
  ),
  'svc-eol-version': both('exposed2-clusters.lab', 'good.lab'),
  'ssh-hostkey-weak': both('ssh-key.lab ssh-ancient.lab ssh-weak.lab', 'ssh-modern.lab ssh-sound.lab'),
  'ssh-terrapin': both(
    'ssh-terrapin.lab ssh-terrapin-cbc.lab',
    'ssh-modern.lab ssh-sound.lab ssh-terrapin-none.lab ssh-ancient.lab',
  ),
  'svc-ldap-anonymous': twins('windows', 'good.lab'),
  'svc-kubernetes-anon': twins('clusters', 'good.lab'),
  'svc-database': both(
    'exposed2-databases.lab exposed2-packaged.lab guarded2-packaged.lab guarded2-stores.lab shared.lab',
    'good.lab guarded2-logins.lab',
  ),
  'svc-rdp': both('guarded2-windows.lab', 'good.lab'),
  'svc-windows-mgmt': twins('windows', 'good.lab'),
  'svc-firewall-v6-gap': both('v6gap.lab', 'v6equal.lab good.lab'),
  'svc-ftp-clear': twins('logins', 'good.lab'),
  'svc-mail-clear': twins('logins', 'good.lab'),
  'svc-vnc': both('guarded2-screens.lab guarded2-packaged.lab', 'good.lab'),
  'ssh-kex-weak': both('ssh-kex.lab ssh-ancient.lab ssh-weak.lab', 'ssh-modern.lab ssh-sound.lab ssh-terrapin.lab'),
  'ssh-cipher-weak': both('ssh-cipher.lab ssh-ancient.lab ssh-weak.lab', 'ssh-modern.lab ssh-sound.lab'),
  'svc-tls-default-cert': both('device.lab', 'exposed2-clusters.lab guarded2-clusters.lab'),
  'port-inventory': both('exposed2-stores.lab exposed2-windows.lab', 'good.lab'),
  'port-unexpected': both('exposed2-stores.lab', 'good.lab'),
  'svc-tls-other-ports': both('exposed2-clusters.lab', 'guarded2-stores.lab'),
  'ssh-pq-missing': both('ssh-no-pq.lab ssh-ancient.lab', 'ssh-modern.lab ssh-sound.lab'),
};
