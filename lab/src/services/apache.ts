import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoint } from '../hosts/endpoints.ts';
import { runFolder } from '../machine/paths.ts';
import { certificateFiles } from '../issuance/files.ts';
import { packaged, type Service, type Skipped } from './service.ts';

const moduleFolder = '/usr/lib/apache2/modules';
const modules = {
  mpm_event: 'mod_mpm_event',
  authz_core: 'mod_authz_core',
  socache_shmcb: 'mod_socache_shmcb',
  ssl: 'mod_ssl',
};

/** Apache in the foreground, with nothing of its own under /etc or /var. */
export function apacheService(): Service | Skipped {
  const row = endpoint('apache.lab');
  const [files] = certificateFiles(row);
  const file = join(runFolder, 'apache.conf');
  const loaded = Object.entries(modules)
    .filter(([, name]) => existsSync(join(moduleFolder, `${name}.so`)))
    .map(([id, name]) => `LoadModule ${id}_module ${moduleFolder}/${name}.so`);
  writeFileSync(
    file,
    `${loaded.join('\n')}
ServerRoot ${runFolder}
ServerName ${row.host}
DocumentRoot ${runFolder}
DefaultRuntimeDir ${runFolder}
PidFile ${runFolder}/apache.pid
ErrorLog /dev/stderr
Mutex pthread
StartServers 1
ThreadsPerChild 25
MinSpareThreads 5
MaxSpareThreads 25
User nobody
Group nogroup
MaxRequestWorkers 25
ServerLimit 1
Listen ${row.address}:443
SSLRandomSeed startup builtin
SSLSessionCache none
<VirtualHost ${row.address}:443>
  SSLEngine on
  SSLProtocol -all +TLSv1 +TLSv1.1 +TLSv1.2 +TLSv1.3
  SSLCipherSuite DEFAULT@SECLEVEL=0
  SSLCertificateFile ${files?.chain ?? ''}
  SSLCertificateKeyFile ${files?.key ?? ''}
</VirtualHost>
`,
  );
  return packaged({
    name: row.host,
    command: 'apache2',
    package: 'apache2-bin',
    args: ['-f', file, '-DFOREGROUND'],
    listens: [`${row.address}:443`],
  });
}
