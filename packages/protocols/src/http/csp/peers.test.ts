import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attack } from './attack.ts';
import { documentPolicies, enforcedPolicies } from './document-policies.ts';
import { type CspLevel, cspLevel } from './level.ts';
import type { QuestionId } from './questions.data.ts';
import { syntaxProblems } from './syntax.ts';
import { judgeDirectives } from './verdict.ts';

// Policies on which other evaluators and browsers part ways: what they say stands beside what a browser does, which decides.

interface Row {
  name: string;
  headers: readonly string[];
  peers: string;
  why: string;
  level: CspLevel;
  /** Open questions about what runs, and about the structure of the page. */
  open: readonly QuestionId[];
  syntax?: readonly string[];
  /** The verdict of one directive: its name, the verdict and the reasons. */
  judged?: readonly [name: string, verdict: string, ...why: string[]];
}

const told: readonly QuestionId[] = [
  'inline-script',
  'inline-handler',
  'javascript-url',
  'script-any-host',
  'script-data',
  'script-blob',
  'eval',
  'object-any-host',
  'base-any-host',
  'form-any-host',
];
const running: readonly QuestionId[] = [
  'inline-script',
  'inline-handler',
  'javascript-url',
  'script-any-host',
  'script-data',
  'script-blob',
  'eval',
];
const nonce = "'nonce-MTIzNDU2Nzg5MDEyMzQ1Ng=='";

const rows: readonly Row[] = [
  {
    name: 'nonce and strict-dynamic with words for older browsers',
    headers: [`script-src ${nonce} 'strict-dynamic' 'unsafe-inline' https:; object-src 'none'; base-uri 'none'`],
    peers: 'Observatory: pass. csp_evaluator: fine, with notes. securityheaders: warns of unsafe-inline, caps at A.',
    why: 'browsers ignore the words for older ones',
    level: 'strict',
    open: ['form-any-host'],
    judged: ['script-src', 'holds', 'unsafe-inline-overridden', 'hosts-overridden'],
  },
  {
    name: "default-src 'self'",
    headers: ["default-src 'self'"],
    peers: "Observatory: pass. csp_evaluator: 'self' may host JSONP. securityheaders: A.",
    why: 'no foreign script; base and forms are told apart',
    level: 'hosts',
    open: ['base-any-host', 'form-any-host'],
    judged: ['base-uri', 'absent', 'nothing'],
  },
  {
    name: 'default-src https:',
    headers: ['default-src https:'],
    peers: 'Observatory: −20. csp_evaluator: high. securityheaders: A.',
    why: 'presence is not quality: any host serves scripts',
    level: 'hosts',
    open: ['script-any-host', 'object-any-host', 'base-any-host', 'form-any-host'],
    judged: ['default-src', 'weak', 'any-host'],
  },
  {
    name: "frame-ancestors 'none' alone",
    headers: ["frame-ancestors 'none'"],
    peers: 'Observatory: −20 as "unsafe-inline". csp_evaluator: script-src missing, high. securityheaders: A.',
    why: 'nothing governs scripts, and that is what it is called',
    level: 'none',
    open: [...running, 'object-any-host', 'base-any-host', 'form-any-host'],
    judged: ['script-src', 'absent', 'nothing'],
  },
  {
    name: 'upgrade-insecure-requests alone',
    headers: ['upgrade-insecure-requests'],
    peers: 'Observatory: −20. csp_evaluator: high. securityheaders: A.',
    why: 'nothing governs scripts',
    level: 'none',
    open: [...running, 'object-any-host', 'base-any-host', 'form-any-host'],
    judged: ['upgrade-insecure-requests', 'holds'],
  },
  {
    name: 'two headers, the second wide open',
    headers: ["default-src 'self'", "script-src * 'unsafe-inline'"],
    peers:
      'Observatory: intersects texts by directive, without fallback. csp_evaluator: one string only. securityheaders: both shown.',
    why: 'the first blocks what the second allows',
    level: 'hosts',
    open: ['base-any-host', 'form-any-host'],
    judged: ['script-src', 'weak', 'unsafe-inline', 'any-host'],
  },
  {
    name: 'a directive twice',
    headers: ["script-src 'self'; script-src *; object-src 'none'; base-uri 'none'; form-action 'self'"],
    peers: 'Observatory: header invalid, −25. csp_evaluator: note. securityheaders: A.',
    why: 'the first counts',
    level: 'hosts',
    open: [],
    syntax: ['repeated-directive'],
    judged: ['script-src', 'holds'],
  },
  {
    name: 'strict-dynamic without nonce',
    headers: ["script-src 'strict-dynamic' https:; object-src 'none'; base-uri 'none'; form-action 'self'"],
    peers: 'Observatory: header invalid. csp_evaluator: high. securityheaders: A.',
    why: 'nothing runs: broken, not open',
    level: 'hosts',
    open: [],
    judged: ['script-src', 'broken', 'strict-dynamic-orphan'],
  },
  {
    name: 'styles by nonce, style attributes free',
    headers: ["default-src 'self'; style-src 'nonce-MTIzNDU2Nzg5MDEyMzQ1Ng=='; style-src-attr 'unsafe-inline'"],
    peers: 'Observatory and csp_evaluator: ignore -attr. securityheaders: warns.',
    why: 'styles are information, and -attr is read as what it is',
    level: 'hosts',
    open: ['base-any-host', 'form-any-host'],
    judged: ['style-src-attr', 'weak', 'unsafe-inline'],
  },
  {
    name: 'the name of the header in its value',
    headers: ["Content-Security-Policy: default-src 'none'; script-src 'self'"],
    peers:
      'Observatory: −20 as "unsafe-inline", because objects are open. csp_evaluator: object-src missing, unknown directive. securityheaders: A.',
    why: 'the first directive is lost, and with it what it would have closed',
    level: 'hosts',
    open: ['object-any-host', 'base-any-host', 'form-any-host'],
    syntax: ['header-name-in-value'],
    judged: ['content-security-policy:', 'ignored', 'unknown'],
  },
];

for (const { name, headers, why, level, open, syntax = [], judged } of rows) {
  test(`${name}: ${why}`, () => {
    const policies = documentPolicies(headers.map((value) => ['Content-Security-Policy', value] as const));
    const enforced = enforcedPolicies(policies);
    const attacked = attack(enforced, { url: 'https://site.example/', attacker: 'x7f3.example' });
    const isTold = (id: QuestionId): boolean => told.includes(id);
    assert.deepEqual(
      attacked.questions.flatMap((question) => (question.open && isTold(question.id) ? [question.id] : [])),
      open,
    );
    assert.equal(cspLevel(policies, attacked), level);
    assert.deepEqual(
      policies.flatMap((policy) => syntaxProblems(policy).map(({ code }) => code)),
      syntax,
    );
    if (judged === undefined) return;
    const [directive, ...verdict] = judged;
    const found = judgeDirectives(policies, attacked).find((one) => one.name === directive)?.judged;
    assert.ok(found !== undefined);
    const reasons =
      found.verdict === 'absent'
        ? [found.fallsBackTo ?? 'nothing']
        : found.verdict === 'holds'
          ? found.notes
          : [found.why].flat();
    assert.deepEqual([found.verdict, ...reasons], verdict);
  });
}
