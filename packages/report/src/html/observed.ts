import type { Report } from '@perimeter/contract/report';
import { text } from './text.ts';

const row = (...cells: readonly string[]): string => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;

// What scrolls sideways can be reached and scrolled with the keyboard (WCAG 2.2, success criterion 2.1.1).
const scrolling = (label: string, html: string): string =>
  `<div class="scroll" role="region" aria-label="${label}" tabindex="0">${html}</div>`;

const table = (label: string, heads: readonly string[], rows: readonly string[]): string =>
  scrolling(
    label,
    `<table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`,
  );

/** Protocol versions and suites, address by address. */
export function tls({ tls: section }: Report): string {
  const speaking = (section?.endpoints ?? []).filter(({ speaksTls }) => speaksTls);
  if (speaking.length === 0) return '';
  const rows = speaking.map(({ serverName, address, port, protocols, versions }) => {
    const suites = new Set(versions.flatMap(({ cipherSuites }) => cipherSuites.map(({ name }) => name)));
    return row(
      `<code>${text(serverName)}</code>`,
      `<code>${text(address)}</code> port ${port}`,
      text(protocols.join(', ')),
      String(suites.size),
    );
  });
  return `<h2>TLS</h2>${table('TLS by address', ['Host', 'Address', 'Versions', 'Cipher suites'], rows)}`;
}

type Chain = NonNullable<Report['certificates']>['chains'][number];

function chainHtml({ serverName, address, trusted, path, problems }: Chain): string {
  const state = trusted ? '<span class="tag good">trusted</span>' : '<span class="tag bad">not trusted</span>';
  const links = path.map(
    ({ subject, key, signatureAlgorithm, notAfter, source }) =>
      `<li><code>${text(subject)}</code><br><span class="quiet">${text(key)}, ${text(signatureAlgorithm)}, until ${notAfter.slice(0, 10)}${source === 'served' ? '' : `, ${source === 'root' ? 'trusted root' : 'fetched, not served'}`}</span></li>`,
  );
  const reasons = problems.map(({ detail }) => `<li>${text(detail)}</li>`);
  return `<h3>${state} <code>${text(serverName)}</code> at <code>${text(address)}</code></h3>
${reasons.length === 0 ? '' : `<ul>${reasons.join('')}</ul>`}<ol class="wrap">${links.join('')}</ol>`;
}

/** Each certificate chain with its verdict, leaf first. */
export function certificates({ certificates: section }: Report): string {
  if (section === null || section.chains.length === 0) return '';
  return `<h2>Certificates</h2>${section.chains.map(chainHtml).join('\n')}
<p class="quiet">Judged by ${text(section.rootsName ?? "Mozilla's roots")} as of ${text(section.rootsDate)}.</p>`;
}

/** How the score comes about, line by line. */
export function deductions({ score }: Report): string {
  const rows = score.deductions
    .toSorted((a, b) => b.milliPoints - a.milliPoints)
    .map(
      ({ title, milliPoints }) =>
        `<tr><td>${text(title)}</td><td class="number">${milliPoints > 0 ? '−' : '+'} ${(Math.abs(milliPoints) / 1000).toFixed(3)}</td></tr>`,
    );
  const sum = `<table><tbody><tr><td>Where every audit starts</td><td class="number">100.000</td></tr>
${rows.join('\n')}<tr><th scope="row">Score, grade ${score.grade}</th><td class="number"><strong>${score.total}.000</strong></td></tr></tbody></table>`;
  return `<h2>How the score comes about</h2>${scrolling('List of deductions', sum)}
${score.notAPlus.length === 0 ? '' : `<h3>Why not A+</h3><ul>${score.notAPlus.map((reason) => `<li>${text(reason)}</li>`).join('')}</ul>`}`;
}

/** Facts that are no weakness. */
export function observations({ observations: all }: Report): string {
  if (all.length === 0) return '';
  const rows = all.map(({ title, host, description }) =>
    row(text(title), `<code>${text(host)}</code>`, text(description)),
  );
  return `<h2>Observations</h2>${table('List of observations', ['What', 'Where', 'In detail'], rows)}`;
}

/** What was not tested and why. */
export function notTested({ coverage }: Report): string {
  if (coverage.notTested.length === 0) return '';
  const rows = coverage.notTested.map(({ what, reason }) => row(text(what), text(reason)));
  return `<h2>Not tested</h2>${table('List of gaps', ['What', 'Why'], rows)}`;
}
