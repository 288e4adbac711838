import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { nameServers, resolverAddress } from '../hosts/addresses.ts';
import { labTest } from '../harness.ts';

const run = promisify(execFile);

interface Answer {
  readonly rcode: string;
  readonly secure: boolean;
  readonly text: string;
}

async function ask(name: string, type = 'A', ...options: readonly string[]): Promise<Answer> {
  const { stdout } = await run('drill', [...options, name, type, `@${resolverAddress}`]).catch(
    (error: { stdout?: string }) => ({
      stdout: error.stdout ?? '',
    }),
  );
  const flags = /;; flags: ([a-z ]+);/.exec(stdout)?.[1]?.split(' ') ?? [];
  return { rcode: /rcode: (\w+)/.exec(stdout)?.[1] ?? 'none', secure: flags.includes('ad'), text: stdout };
}

for (const name of ['good.lab', 'rsa.lab', 'rsa1.lab', 'p384.lab', 'ed25519.lab', 'ed448.lab', 'pq.lab']) {
  labTest(`${name} is secure`, async () => {
    const { rcode, secure } = await ask(name, 'A', '-D');
    assert.deepEqual([rcode, secure], ['NOERROR', true]);
  });
}

for (const name of ['insecure.lab', 'bad.lab', 'axfr.lab']) {
  labTest(`${name} is insecure`, async () => {
    const { rcode, secure } = await ask(name, 'A', '-D');
    assert.deepEqual([rcode, secure], ['NOERROR', false]);
  });
}

for (const name of ['bogus.lab', 'expired.lab']) {
  labTest(`${name} is refused by the resolver unless checking is off`, async () => {
    assert.equal((await ask(name)).rcode, 'SERVFAIL');
    assert.equal((await ask(name, 'A', '-o', 'CD')).rcode, 'NOERROR');
  });
}

for (const name of ['lame.lab', 'glueless.lab', 'circular-a.lab', 'self.loops.lab']) {
  labTest(`${name} cannot be resolved`, async () => {
    assert.equal((await ask(name)).rcode, 'SERVFAIL');
  });
}

labTest('a name that is not there is denied, securely', async () => {
  const { rcode, secure } = await ask('nothing.good.lab', 'A', '-D');
  assert.deepEqual([rcode, secure], ['NXDOMAIN', true]);
});

labTest('private.lab points into private networks', async () => {
  assert.match((await ask('private.lab')).text, /\s10\.0\.0\.1\s/);
  assert.match((await ask('linklocal.private.lab')).text, /\s169\.254\.169\.254\s/);
  assert.match((await ask('alias.private.lab')).text, /\s127\.0\.0\.1\s/);
});

labTest('bigtxt.lab answers with more than 50 KiB over TCP', async () => {
  const { text } = await ask('bigtxt.lab', 'TXT', '-t');
  const [, size = '0'] = /MSG SIZE\s+rcvd: (\d+)/.exec(text) ?? [];
  assert.ok(Number(size) > 50_000, size);
});

labTest('good.lab has its HTTPS, CAA, TLSA and mail records', async () => {
  assert.match((await ask('good.lab', 'TYPE65')).text, /ANSWER: 1,/);
  assert.match((await ask('good.lab', 'CAA')).text, /0 issue "pki.lab"/);
  assert.match((await ask('_25._tcp.mail.good.lab', 'TLSA')).text, /TLSA\t3 1 1 [0-9a-f]{64}/);
  assert.match((await ask('_dmarc.good.lab', 'TXT')).text, /v=DMARC1; p=reject/);
});

labTest('addresses have names in the reverse zones', async () => {
  assert.match((await ask('150.113.0.203.in-addr.arpa', 'PTR')).text, /mail\.good\.lab\./);
  const { stdout } = await run('drill', ['-x', '2001:db8:113::150', `@${resolverAddress}`]);
  assert.match(stdout, /mail\.good\.lab\./);
});

labTest('axfr.lab is given to anybody, good.lab to nobody', async () => {
  const transfer = async (zone: string): Promise<string> => {
    const attempt = await run('drill', ['-t', zone, 'AXFR', `@${nameServers.ns1}`]).catch(
      (error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }),
    );
    return attempt.stdout;
  };
  assert.match(await transfer('axfr.lab'), /secret-project\.axfr\.lab\./);
  assert.doesNotMatch(await transfer('good.lab'), /www\.good\.lab\./);
});
