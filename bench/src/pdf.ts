// npm run bench -- pdf: rendering, sealing and verifying a document of 40 findings, and the effect of 20 a minute on
// polls.
import { createTypesetter } from '@perimeter/report/pdf/typeset';
import { sealPdf } from '@perimeter/report/seal/seal-pdf';
import { verifySealedPdf } from '@perimeter/report/seal/verify-pdf';
import { createRenderer } from '@perimeter/server/rendering/renderer';
import { X509Certificate } from 'node:crypto';
import { memory } from './pdf-memory.ts';
import { options, report, request, root, signer } from './pdf-sample.ts';
import { medianOf } from './service/median.ts';
import { firstOfMany } from './service/pdf-first.ts';
import { besidePolls } from './service/pdf-polls.ts';
import { markdownTable } from './table.ts';

const rounds = 15;

async function timed(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Wall time, and CPU time of this process, of the median run. */
async function timedOften(work: () => unknown): Promise<{ wallMs: number; cpuMs: number }> {
  const times: number[] = [];
  const before = process.cpuUsage();
  for (let round = 0; round < rounds; round += 1) times.push(await timed(work));
  const { user, system } = process.cpuUsage(before);
  return { wallMs: medianOf(times, (ms) => ms), cpuMs: (user + system) / 1_000 / rounds };
}

const row = (name: string, wallMs: number, cpuMs?: number): string[] => [
  name,
  wallMs.toFixed(wallMs < 100 ? 1 : 0),
  cpuMs === undefined ? '' : cpuMs.toFixed(1),
];

async function stages(): Promise<string[][]> {
  const renderer = createRenderer();
  const first = await timed(async () => renderer.render(request));
  const warm = await timedOften(async () => renderer.render(request));

  await renderer.close();
  const { pdf, hash } = createTypesetter().typeset(report, { ...options, previous: null });
  const facts = { auditId: report.id, domain: report.domain, score: '69', grade: 'C', contentSha256: hash };
  const sealer = { certificate: signer.certificate, chain: [root.certificate], key: signer.key };
  const seal = (): Buffer => sealPdf(pdf, { facts, sealedAtMs: Date.now(), sealer });
  const sealed = seal();
  const trust = [new X509Certificate(root.certificate)];
  if (!verifySealedPdf(sealed, trust).intact) throw new Error('The sealed document does not verify');
  const sealing = await timedOften(seal);
  const verifying = await timedOften(() => verifySealedPdf(sealed, trust));
  return [
    row("first document, the child's start included", first),
    row('each one after it', warm.wallMs, warm.cpuMs),
    row('sealing', sealing.wallMs, sealing.cpuMs),
    row('verifying', verifying.wallMs, verifying.cpuMs),
  ];
}

console.log(`\n## A document of 40 findings\n\n${markdownTable(['', 'ms', 'CPU ms of the API'], await stages())}`);
console.log(`\n## Memory of the child\n\n${markdownTable(['documents', 'MiB'], await memory())}`);
console.log(`\n## The first document of a service\n\n${await firstOfMany(report)}`);
console.log(`\n## 20 documents a minute beside 100 polls a second\n\n${await besidePolls(report)}`);
process.exit();
