import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { labTest } from '@perimeter/lab/harness';
import { runFolder } from '@perimeter/lab/machine/paths';
import { exposedServices } from '../../modules/exposed_services/module.ts';
import { deepAudit } from '../testing/deep-audit.ts';

const kinds = new Set(exposedServices.checks.flatMap(({ needs }) => needs));

/** Log patterns of a daemon for login attempts and connections, where they are counted. */
const words: Readonly<Record<string, { login: RegExp; connected?: RegExp }>> = {
  postgres: { login: /authoriz|authenti|password|FATAL/, connected: /connection received: host=198/g },
  mariadb: { login: /Access denied|user: '(?!unauthenticated')/, connected: /Aborted connection/g },
  mosquitto: { login: /New client connected|not authorised/, connected: /New connection from 198/g },
  xrdp: { login: /xrdp_mm|password|sesman/, connected: /connection received from 198/g },
  tigervnc: { login: /authenti|password|Framebuffer updates: [1-9]/i, connected: /Connections: accepted: 198/g },
  ssh: { login: /password|publickey|Invalid user/ },
  // Each TLS version is a separate connection here.
  imap: { login: /auth failed|auth attempts(?! in)|user=<[^>]/ },
};

const hosts: Readonly<Record<string, readonly string[]>> = {
  'exposed2-packaged.lab': ['postgres', 'mariadb', 'mosquitto', 'xrdp', 'tigervnc'],
  'guarded2-packaged.lab': ['postgres', 'mosquitto', 'tigervnc'],
  'exposed2-logins.lab': ['imap'],
  'guarded2-logins.lab': ['imap'],
  'ssh-modern.lab': ['ssh'],
};

for (const [host, daemons] of Object.entries(hosts)) {
  const needs = daemons.map((daemon) => `${daemon}.${host}`);
  labTest(
    `daemons of ${host} saw at most two connections and no login`,
    async () => {
      const logs = daemons.map((daemon) => {
        const read = (): string => readFileSync(join(runFolder, `${daemon}.${host}.log`), 'utf8');
        const { length } = read();
        return { daemon, heard: () => read().slice(length) };
      });
      await deepAudit(host, kinds);
      for (const { daemon, heard } of logs) {
        const { login, connected } = words[daemon] ?? assert.fail(daemon);
        assert.doesNotMatch(heard(), login, `${daemon} of ${host}`);
        if (connected === undefined) continue;
        const count = heard().match(connected)?.length ?? 0;
        assert.ok(count === 1 || count === 2, `${daemon} of ${host} saw ${count} connections:\n${heard()}`);
      }
    },
    needs,
  );
}
