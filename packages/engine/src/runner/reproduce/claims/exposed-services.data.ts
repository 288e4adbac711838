import type { ModuleClaims } from './claim.ts';

/** The services of a group answer as the finding states, and those of its variant do not. */
const twins = (group: string, shows: RegExp) => ({
  on: `exposed2-${group}.lab`,
  shows,
  notOn: `guarded2-${group}.lab`,
});
const answered = /^HTTP\/1\.1 200/m;

/** What the commands of exposed services must show. */
export const exposedServicesClaims: ModuleClaims = {
  claims: {
    'svc-redis-noauth': twins('stores', /\+PONG/),
    'svc-mongodb-noauth': twins('stores', /ok(?:\\x00){7}\\xf0\?/),
    'svc-elasticsearch-noauth': twins('stores', /cluster_name/),
    'svc-webdb-open': twins('consoles', answered),
    'svc-docker-api': twins('clusters', /No such container/),
    'svc-devtool-open': twins('consoles', answered),
    'svc-ai-open': twins('engines', answered),
    'svc-vnc-noauth': twins('screens', /RFB 003\.008\\n\\x01\\x01/),
    'svc-x11-adb': twins('screens', /CNXN/),
    'svc-memcached': twins('stores', /VERSION/),
    'svc-coordination-open': twins('clusters', /Zookeeper version/),
    'svc-queue-open': twins('queues', /ANONYMOUS/),
    'svc-object-store-open': { on: 'exposed2-files.lab', shows: /b'\\x80/, notOn: 'good.lab' },
    'svc-amplifier': { on: 'exposed2-datagrams.lab', shows: /\d bytes: b/, notOn: 'guarded2-stores.lab' },
    'svc-telnet': twins('logins', /b['"]\\xff\\xf[b-e]/),
    'svc-rservices': twins('logins', /512\/tcp\s+open/),
    'svc-smb': twins('windows', /b'\\x8[23]/),
    'svc-rdp-no-nla': twins('windows', /\\x02\\x00\\x08\\x00\\x0[01]/),
    'svc-ics': { on: 'industrial.lab', shows: /102\/tcp\s+open/, notOn: 'guarded2-stores.lab' },
    'svc-ipmi': { on: 'exposed2-datagrams.lab', shows: /\d bytes: b/, notOn: 'guarded2-stores.lab' },
    'svc-eol-version': { on: 'exposed2-clusters.lab', shows: /Zookeeper version|"Version"/, notOn: 'good.lab' },
    'ssh-protocol1': { on: 'ssh-ancient.lab', shows: /SSH-1\.99/, notOn: 'ssh-modern.lab' },
    'ssh-banner-eol': { on: 'ssh-old.lab', shows: /OpenSSH_7\.4/, notOn: 'ssh-modern.lab' },
    'ssh-hostkey-weak': { on: 'ssh-ancient.lab', shows: /ssh-dss/, notOn: 'ssh-modern.lab' },
    'ssh-terrapin': {
      on: 'ssh-terrapin.lab',
      shows: /chacha20-poly1305@openssh\.com(?![^]*kex-strict-s)/,
      notOn: 'ssh-terrapin-none.lab',
    },
    'ssh-kex-weak': { on: 'ssh-weak.lab', shows: /diffie-hellman-group1-sha1/, notOn: 'ssh-modern.lab' },
    'ssh-cipher-weak': { on: 'ssh-weak.lab', shows: /3des-cbc/, notOn: 'ssh-modern.lab' },
    'ssh-pq-missing': {
      on: 'ssh-no-pq.lab',
      shows: /kex_algorithms: \(2\)(?![^]*(?:mlkem|sntrup))/,
      notOn: 'ssh-modern.lab',
    },
    'svc-ldap-anonymous': twins('windows', /namingContexts/),
    'svc-kubernetes-anon': twins('clusters', /APIVersions/),
    'svc-database': { on: 'exposed2-databases.lab', shows: /b'\\x04\\x01/, notOn: 'good.lab' },
    'svc-rdp': { on: 'guarded2-windows.lab', shows: /b'\\x03\\x00\\x00\\x13/, notOn: 'good.lab' },
    'svc-windows-mgmt': twins('windows', /135\/tcp\s+open/),
    'svc-firewall-v6-gap': { on: 'v6gap.lab', shows: /\d\/tcp\s+open[^]*\d\/tcp\s+closed/, notOn: 'good.lab' },
    'svc-ftp-clear': twins('logins', /211(?!.*AUTH TLS).*211 End/i),
    'svc-mail-clear': twins('logins', /\+OK(?!.*STLS).*\\r\\n\.\\r\\n/),
    'svc-vnc': { on: 'guarded2-screens.lab', shows: /RFB 003\.008/, notOn: 'good.lab' },
    'port-inventory': { on: 'exposed2-windows.lab', shows: /135\/tcp\s+open/, notOn: 'good.lab' },
    'svc-tls-default-cert': { on: 'device.lab', shows: /Fake Certificate/, notOn: 'guarded2-clusters.lab' },
    'svc-tls-other-ports': { on: 'exposed2-clusters.lab', shows: /^subject=/m, notOn: 'guarded2-stores.lab' },
  },
  cannotBeRun: {},
};
