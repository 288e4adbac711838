import { openOpenssl, opensslMissing } from '@perimeter/report/testing/openssl';
import { toolMissing } from '@perimeter/report/testing/pdf-tools';
import { openAuthorities } from '@perimeter/report/testing/time-stamp-authority';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { after, test } from 'node:test';
import { takeFreePort } from '@perimeter/protocols/testing/free-port';
import { completedAudit } from '../testing/completed-audit.ts';
import { deterministicEngine } from '../testing/deterministic-engine.ts';
import { firstAccount } from '../testing/people.ts';
import { serviceForTests } from '../testing/service.ts';
import { temporaryDirectory } from '../testing/temporary.ts';

const repository = path.resolve(import.meta.dirname, '../../../..');
const page = readFileSync(path.join(repository, 'docs/verifying.md'), 'utf8');

/** A command of the page, and the lines that it must print. */
interface Step {
  command: string;
  expected: string[];
}

/** The indented lines of the page, in order. */
function stepsOf(markdown: string): Step[] {
  const steps: Step[] = [];
  for (const [, line = ''] of markdown.matchAll(/^ {4}(\S.*)$/gm)) {
    const expected = /^#> ?(.*)$/.exec(line)?.[1];
    if (expected === undefined) steps.push({ command: line, expected: [] });
    else steps.at(-1)?.expected.push(expected.trim());
  }
  return steps;
}

/** A shell that runs all commands, so that variables persist; a marker line ends each. */
async function openShell(folder: string, prelude: string) {
  const shell = spawn('bash', ['--norc'], { cwd: folder, env: { PATH: process.env['PATH'] ?? '', HOME: folder } });
  let said = '';
  let heard: () => void = () => undefined;
  shell.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    heard();
  });
  const run = async (command: string): Promise<{ status: number; output: string }> => {
    said = '';
    shell.stdin.write(`{ ${command}\n} < /dev/null 2>&1; echo "=end= $?"\n`);
    for (;;) {
      const end = /=end= (\d+)\n$/.exec(said);
      if (end !== null) return { status: Number(end[1]), output: said.slice(0, end.index) };
      await new Promise<void>((resolve) => (heard = resolve));
    }
  };
  await run(prelude);
  return { run, close: () => shell.kill() };
}

const missing =
  opensslMissing || toolMissing('pdfsig') || toolMissing('pdfdetach') || toolMissing('qpdf') || toolMissing('certutil');

async function timeStampAuthority(): Promise<{ url: string; anchor: string }> {
  const openssl = openOpenssl();
  const kit = openAuthorities(openssl);
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () =>
      response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(kit.reply(Buffer.concat(parts))),
    );
  });
  const port = await takeFreePort(server);
  after(() => server.close());
  return { url: `http://127.0.0.1:${port}/`, anchor: path.join(openssl.folder, 'root.crt') };
}

/** A service with a time-stamping authority, and a document of it. */
async function serviceWithDocument() {
  const { url, anchor } = await timeStampAuthority();
  const service = await serviceForTests(deterministicEngine(1), { PERIMETER_TSA_URL: url, PERIMETER_TSA_CA: anchor });
  const holder = await firstAccount(service);
  const id = await completedAudit(holder, 'court.net');
  const pdf = (await holder.send('GET', `/api/audit/${id}/report/pdf`)).rawPayload;
  return { service, holder, id, pdf, anchor };
}

const made = missing === false ? await serviceWithDocument() : null;

test(
  "every command of docs/verifying.md prints what the page says, in the page's order",
  { skip: missing },
  async () => {
    const { service, holder, id, pdf, anchor } = made ?? assert.fail();
    const folder = await temporaryDirectory();
    writeFileSync(path.join(folder, 'report.pdf'), pdf);
    writeFileSync(path.join(folder, 'tsa.pem'), readFileSync(anchor));
    const cli = path.join(repository, 'apps/cli/src/main.ts');
    const shell = await openShell(folder, `perimeter() { ${process.execPath} ${cli} "$@"; }`);
    after(shell.close);
    const steps = stepsOf(page);
    assert.ok(steps.length > 25, 'the commands were found');
    for (const { command, expected } of steps) {
      const { status, output } = await shell.run(command.replaceAll('https://perimeter.example', service.url ?? ''));
      assert.equal(status, 0, `${command}\n${output}`);
      // The output may be wrapped at other places than the page.
      const flat = output.replaceAll(/\s+/g, ' ');
      for (const line of expected)
        assert.ok(flat.includes(line.replaceAll(/\s+/g, ' ')), `${command}\nshould say ${line}\nand says ${output}`);
    }
    const print = await shell.run(
      'openssl pkcs7 -inform DER -in report.pdf.sig0 -print_certs | openssl x509 -noout -fingerprint -sha256 | cut -d = -f 2 | tr -d :',
    );
    const text = (await shell.run('pdftotext -layout report.pdf -')).output;
    assert.ok(text.includes(print.output.trim().toLowerCase()), 'the fingerprint of the signer stands in the document');
    const report = readFileSync(path.join(folder, 'report.json'));
    const hash = createHash('sha256').update(report).digest('hex');
    const { output } = await shell.run(
      'pdftotext -layout report.pdf - | tr "\\f" "\\n" | grep -c "^report.json SHA-256 "',
    );
    const pages = Number((await shell.run('pdfinfo report.pdf 2>/dev/null | grep Pages: | tr -dc 0-9')).output);
    assert.ok(pages > 2);
    assert.equal(Number(output), pages - 1, 'at the foot of every page but the cover');
    assert.ok((await shell.run('pdftotext -l 1 report.pdf -')).output.includes(hash), 'and on the cover');
    assert.deepEqual(report, (await holder.send('GET', `/api/audit/${id}/report`)).rawPayload);
  },
);

test('a changed document fails the commands that the page says it fails', { skip: missing }, async () => {
  const pdf = Buffer.from(made?.pdf ?? assert.fail());
  const folder = await temporaryDirectory();
  const shell = await openShell(folder, 'true');
  after(shell.close);
  writeFileSync(path.join(folder, 'report.pdf'), Buffer.concat([pdf, Buffer.from('\n% more\n')]));
  const appended = (await shell.run('pdfsig -nocert report.pdf')).output;
  assert.match(appended, /Signature is Valid/);
  assert.doesNotMatch(appended, /Total document signed/);
  pdf[200] = (pdf[200] ?? 0) ^ 1;
  writeFileSync(path.join(folder, 'report.pdf'), pdf);
  assert.doesNotMatch((await shell.run('pdfsig -nocert report.pdf')).output, /Signature is Valid/);
});
