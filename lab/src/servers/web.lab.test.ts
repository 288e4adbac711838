import assert from 'node:assert/strict';
import { exec, execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { connect } from 'node:net';
import { labTest } from '../harness.ts';
import { endpoint } from '../hosts/endpoints.ts';

const run = promisify(execFile);

/** Status line and header lines, names in lower case. */
async function head(url: string, ...options: readonly string[]): Promise<string> {
  const { stdout } = await run('curl', ['-sk', '-o', '/dev/null', '-D', '-', '--max-time', '5', ...options, url]);
  return stdout.replace(/^[^:\r\n]+:/gm, (name) => name.toLowerCase());
}

labTest('good.lab answers over HTTP/2 and IPv6 with every header, and its certificate is trusted', async () => {
  const { stdout } = await run('curl', [
    '-s6',
    '-o',
    '/dev/null',
    '-w',
    '%{http_version} %{ssl_verify_result}',
    'https://good.lab/',
  ]);
  assert.equal(stdout, '2 0');
  const headers = await head('https://www.good.lab/');
  for (const name of [
    'strict-transport-security',
    'content-security-policy',
    'x-content-type-options',
    'referrer-policy',
    'permissions-policy',
  ]) {
    assert.match(headers, new RegExp(`^${name}:`, 'm'));
  }
  assert.doesNotMatch(headers, /^server: .*\d/m);
});

labTest('good.lab redirects HTTP to HTTPS, and has its well-known files', async () => {
  assert.match(await head('http://good.lab/'), /^location: https:\/\/good\.lab\//m);
  assert.match(await head('https://good.lab/.well-known/security.txt'), /^HTTP\/2 200/);
  assert.match(await head('https://mta-sts.good.lab/.well-known/mta-sts.txt'), /content-type: text\/plain/);
  assert.match(await head('https://good.lab/nothing-here'), /^HTTP\/2 404/);
});

labTest('bad.lab leaks versions and sets a careless cookie on both ports', async () => {
  for (const url of ['http://bad.lab/', 'https://bad.lab/']) {
    const headers = await head(url);
    assert.match(headers, /^server: nginx\/\d/m);
    assert.match(headers, /^x-powered-by: PHP/m);
    assert.match(headers, /^set-cookie: PHPSESSID/m);
  }
});

labTest('the odd sites answer as the table says', async () => {
  assert.match(await head('https://teapot.lab/'), /^HTTP\/1.1 418/);
  assert.match(await head('https://botwall.lab/'), /^HTTP\/1.1 403[^]*cf-mitigated: challenge/);
  assert.match(await head('https://ratelimited.lab/'), /^HTTP\/1.1 429[^]*retry-after: 120/);
  assert.match(await head('https://redirect.lab/'), /^location: https:\/\/good\.lab\//m);
  assert.equal((await head('https://duplicates.lab/')).match(/^strict-transport-security:/gm)?.length, 2);
  assert.match(
    await head('https://cors.lab/', '-H', 'Origin: https://evil.lab'),
    /access-control-allow-origin: https:\/\/evil\.lab/,
  );
  assert.doesNotMatch(await head('https://cors.lab/'), /access-control-allow-origin/);
  assert.match(await head('https://leaky.lab/.git/config'), /^HTTP\/1.1 200/);
});

labTest('nothing listens on port 443 of plain.lab', async () => {
  await assert.rejects(run('curl', ['-s', '--max-time', '2', 'https://plain.lab/']), { code: 7 });
});

labTest('mail.good.lab offers STARTTLS with a trusted certificate, mail.bad.lab offers none', async () => {
  const command = 'openssl s_client -starttls smtp -CAfile "$CURL_CA_BUNDLE" -brief';
  const good = await promisify(exec)(`${command} -connect mail.good.lab:25 </dev/null 2>&1`);
  assert.match(good.stdout, /Verification: OK/);
  await assert.rejects(promisify(exec)(`${command} -connect mail.bad.lab:25 </dev/null 2>&1`));
});

labTest('exposed.lab greets as the services that it pretends to be', async () => {
  const { address } = endpoint('exposed.lab');
  const banner = (port: number): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect({ host: address, port });
      socket.on('error', reject);
      socket.once('data', (chunk: Buffer) => {
        resolve(chunk.toString('latin1'));
        socket.destroy();
      });
    });
  assert.match(await banner(22), /^SSH-2\.0-OpenSSH_5\.3/);
  assert.match(await banner(3306), /5\.5\.62/);
});

labTest('issuers can be fetched from where certificates point', async () => {
  const { stdout } = await promisify(exec)('curl -s http://pki.lab/e1.crt | openssl x509 -inform der -noout -subject');
  assert.match(stdout, /Lab Issuing CA E1/);
});

labTest('the lab reaches no other network', async () => {
  const { stdout } = await run('ip', ['route', 'show', 'default']);
  assert.equal(stdout, '');
});
