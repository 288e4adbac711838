import { execFile } from 'node:child_process';
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import tls from 'node:tls';
import { promisify } from 'node:util';
import { createHttp } from '../plugins/bare-server.ts';
import { type SmtpSecurity, type SmtpServer, smtpServer } from '../testing/smtp.ts';
import { temporaryDirectory } from '../testing/temporary.ts';
import { makeMailer } from './mailer.ts';

const openssl = (process.env['PATH'] ?? '').split(':').some((directory) => existsSync(path.join(directory, 'openssl')));
const { log } = createHttp(false);
const message = { to: 'holder@example.com', subject: 'A link', text: 'https://audit.example/reset#token' };

/** A new self-signed certificate for 127.0.0.1. */
async function makeCertificate(): Promise<{ key: string; cert: string }> {
  const directory = await temporaryDirectory();
  const [key, cert] = [path.join(directory, 'key.pem'), path.join(directory, 'cert.pem')];
  const names = ['-subj', '/CN=mail.test', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2'];
  const algorithm = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  await promisify(execFile)('openssl', ['req', '-x509', ...algorithm, ...names, '-keyout', key, '-out', cert]);
  return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') };
}

describe('mail over TLS', { skip: openssl ? false : 'There is no openssl to make a certificate with' }, async () => {
  const certificate = openssl ? await makeCertificate() : { key: '', cert: '' };
  const servers: SmtpServer[] = [];
  after(async () => {
    for (const { close } of servers) await close();
  });
  const serve = async (begins: SmtpSecurity['begins']): Promise<SmtpServer> => {
    const server = await smtpServer({ begins, ...certificate });
    servers.push(server);
    return server;
  };
  /** Sends by an SMTP URL with user name and password. */
  const send = async (server: SmtpServer, query = ''): Promise<void> => {
    const url = new URL(`${server.url}/${query}`);
    url.username = 'perimeter';
    url.password = 'a password of the mail server';
    const mailer = makeMailer({ smtpUrl: url.href, from: 'perimeter@audit.example' }, log);
    await mailer.send(message).finally(mailer.close);
  };
  const isSecret = ({ command }: { command: string }): boolean => /^(auth|mail|rcpt|data)/i.test(command);

  for (const begins of ['at once', 'on STARTTLS'] as const) {
    test(`TLS ${begins}: a server with an untrusted certificate gets neither password nor message`, async () => {
      const server = await serve(begins);
      await assert.rejects(send(server), /self-signed certificate/i);
      assert.deepEqual(server.heard.filter(isSecret), []);
    });
  }

  for (const begins of ['at once', 'on STARTTLS'] as const) {
    test(`TLS ${begins}: to a server with a trusted certificate, password and message are sent over TLS only`, async (t) => {
      const before = tls.getCACertificates();
      t.after(() => tls.setDefaultCACertificates(before));
      tls.setDefaultCACertificates([certificate.cert]);
      const server = await serve(begins);
      await send(server);
      assert.match(await server.next(), /https:\/\/audit\.example\/reset#token/);
      const secrets = server.heard.filter(isSecret);
      assert.equal(secrets.length, 4);
      assert.ok(secrets.every(({ overTls }) => overTls));
    });
  }

  test('a server without TLS gets nothing if TLS is required', async () => {
    const server = await serve('never');
    await assert.rejects(send(server, '?requireTLS=true'));
    assert.deepEqual(server.heard.filter(isSecret), []);
  });
});
