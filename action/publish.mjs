// Uploads SARIF and keeps the comment, each if it is asked for; then ends as the audit did. The API of GitHub is asked directly: an action
// of others would run with the token. What it refuses is a warning, because a token may not write where the pull request is of a fork.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { annotate, step, variable } from './runner.mjs';

const requestMs = 60_000;
/** Longest comment that GitHub takes, in characters. */
const longestComment = 65_536;
/** Pages of 100 comments that are searched for ours. */
const mostPages = 30;
const author = 'github-actions[bot]';

/** One request to the API, in the repository of the run. */
async function api(method, path, body) {
  const url = `${variable('GITHUB_API_URL')}/repos/${variable('GITHUB_REPOSITORY')}/${path}`;
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${variable('GITHUB_TOKEN')}`,
      accept: 'application/vnd.github+json',
      'content-type': 'application/json',
      'user-agent': 'perimeter-action',
      'x-github-api-version': '2022-11-28',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(requestMs),
  });
  if (!response.ok) {
    const text = await response.text();
    throw new Error(`GitHub answered ${method} ${path} with status ${response.status}: ${text.slice(0, 300)}`);
  }
  return response.json();
}

/** "Upload an analysis as SARIF data": gzip, then Base64. */
async function uploadSarif() {
  const { id } = await api('POST', 'code-scanning/sarifs', {
    commit_sha: variable('GITHUB_SHA'),
    ref: variable('GITHUB_REF'),
    sarif: gzipSync(readFileSync(variable('AUDIT_SARIF'))).toString('base64'),
  });
  console.log(`SARIF uploaded: ${id}`);
}

/** The comment of this job: the only one by the runner that begins with its mark. Others may write the mark, but not under this name. */
async function findComment(issue, mark) {
  for (let page = 1; page <= mostPages; page += 1) {
    const comments = await api('GET', `issues/${issue}/comments?per_page=100&page=${page}`);
    const own = comments.find(({ body, user }) => user?.login === author && body?.startsWith(mark) === true);
    if (own !== undefined || comments.length < 100) return own ?? null;
  }
  return null;
}

async function comment() {
  const { pull_request: pull } = JSON.parse(readFileSync(variable('GITHUB_EVENT_PATH'), 'utf8'));
  if (!Number.isInteger(pull?.number)) {
    console.log('No comment: this run is not of a pull request');
    return;
  }
  const job = encodeURIComponent(`${variable('GITHUB_WORKFLOW')}/${variable('GITHUB_JOB')}`);
  const mark = `<!-- perimeter ${job} -->\n`;
  const run = ['GITHUB_SERVER_URL', 'GITHUB_REPOSITORY'].map(variable).join('/');
  const link = `\n\n[The run](${run}/actions/runs/${variable('GITHUB_RUN_ID')})\n`;
  const text =
    variable('AUDIT_SUMMARY') === '' ? '# Perimeter\n\nNo report.' : readFileSync(variable('AUDIT_SUMMARY'), 'utf8');
  const whole = `${mark}${text.trimEnd()}${link}`;
  const body =
    whole.length <= longestComment ? whole : `${mark}# Perimeter\n\nThe report is longer than a comment.${link}`;
  const own = await findComment(pull.number, mark);
  if (own === null) await api('POST', `issues/${pull.number}/comments`, { body });
  else await api('PATCH', `issues/comments/${own.id}`, { body });
}

/** Publishes one thing; a refusal does not change how the step ends. */
async function attempt(what, work) {
  try {
    await work();
  } catch (error) {
    annotate('warning', `${what}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

await step(async () => {
  const code = Number(variable('AUDIT_CODE'));
  if (variable('AUDIT_CODE') === '' || !Number.isInteger(code)) throw new Error('The audit did not run');
  // Not after a failed audit: an upload without results would close all alerts.
  const isComplete = code <= 1 && variable('AUDIT_SARIF') !== '';
  if (variable('INPUT_UPLOAD_SARIF') === 'true' && isComplete) await attempt('SARIF was not uploaded', uploadSarif);
  if (variable('INPUT_COMMENT') === 'true') await attempt('The comment was not written', comment);
  process.exitCode = code;
});
