import type { CheckedBatch } from '@perimeter/contract/batch';
import type { ManyDomains, ManyDomainsBody } from '@perimeter/contract/domains';
import { useMutation } from '@tanstack/react-query';
import { Fragment, type ReactElement } from 'react';
import { clean, Notice } from '../components/parts.tsx';
import { ProblemNotice } from '../components/problem-notice.tsx';
import { counted } from '../lib/format.ts';
import { request } from '../lib/request.ts';

type Line = CheckedBatch['lines'][number];
type Words = NonNullable<Line['words']>;
type Change = ManyDomainsBody['domains'][number];

/** Domains that the service takes at once (manyDomainsBody of the contract, whose code stays out of browsers). */
const mostAtOnce = 100;

const fields = [
  ['tags', 'Tags'],
  ['owner', 'Owner'],
  ['note', 'Note'],
] as const;

const isChange = ({ words }: Line): boolean => words !== null && fields.some(([field]) => words[field] !== null);

/** What is sent of a line: what it changes, and what that was, so that nobody's later text is lost. */
function changeOf({ domain, words }: Line): Change[] {
  if (domain === null || words === null) return [];
  const given = fields.flatMap(([field]) => {
    const change = words[field];
    return change === null ? [] : [[field, change] as const];
  });
  if (given.length === 0) return [];
  const was = Object.fromEntries(given.map(([field, { before }]) => [field, before]));
  return [{ domain, ...Object.fromEntries(given.map(([field, { after }]) => [field, after])), was }];
}

/** Keeps what lines say of their domains. */
export async function keepWords(lines: readonly Line[]): Promise<ManyDomains> {
  const domains = lines.flatMap(changeOf);
  const done: ManyDomains = { changed: [], left: [] };
  for (let at = 0; at < domains.length; at += mostAtOnce) {
    const { changed, left } = await request<ManyDomains>('PATCH', '/api/domains', {
      domains: domains.slice(at, at + mostAtOnce),
    });
    done.changed.push(...changed);
    done.left.push(...left);
  }
  return done;
}

const shown = (value: string | readonly string[]): string => {
  const text = typeof value === 'string' ? value : value.join(', ');
  return text === '' ? '(nothing)' : clean(text, 1_100);
};

/** Why something that a line says is not kept. */
const refusedOf = ({ verdict, words }: Line): readonly string[] => [
  ...(words?.refused ?? []),
  ...(verdict === 'refused' && words?.isKnown === false ? ['Nothing is kept of a domain that is not audited.'] : []),
];

const Changed = ({ words, refused }: { words: Words; refused: readonly string[] }): ReactElement => (
  <>
    {fields.map(([field, title]) => {
      const change = words[field];
      return change === null ? null : (
        <p key={field} className="break">
          {title}: <del className="quiet">{shown(change.before)}</del> → <ins>{shown(change.after)}</ins>
        </p>
      );
    })}
    {refused.map((why) => (
      <p key={why}>
        <span className="tag off">not taken</span> {why}
      </p>
    ))}
  </>
);

const WordsTable = ({ lines }: { lines: readonly Line[] }): ReactElement => (
  <div className="scroll tall" tabIndex={0} role="group" aria-label="Tags, owners and notes">
    <table className="table">
      <caption className="hidden-visually">What the list says of its domains, before and after</caption>
      <thead>
        <tr>
          <th scope="col" className="end">
            Line
          </th>
          <th scope="col">Domain</th>
          <th scope="col">Before → after</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((said, at) => (
          <tr key={at}>
            <td className="end mono quiet">{said.line}</td>
            <th scope="row" className="mono break">
              {clean(said.listedAs ?? said.domain ?? '', 520)}
            </th>
            <td className="small">
              {said.words === null ? null : <Changed words={said.words} refused={refusedOf(said)} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const Saved = ({ saved: { changed, left } }: { saved: ManyDomains }): ReactElement => (
  <div role="status">
    <Notice title={`${counted(changed.length, 'domain')} changed`} tone={left.length === 0 ? 'good' : 'medium'}>
      {left.length === 0
        ? null
        : 'Others were changed by somebody else since you checked the list, and stay as they are. Check it again: '}
      {left.map(({ domain }) => (
        <Fragment key={domain}>{domain} </Fragment>
      ))}
    </Notice>
  </div>
);

/** The tags, owners and notes that a list would set, shown before they are stored; nothing if all of them are stored already. */
export function ListedWords({ lines }: Pick<CheckedBatch, 'lines'>): ReactElement | null {
  const said = lines.filter(({ words }) => words !== null);
  const known = said.filter((line) => isChange(line) && line.words?.isKnown === true);
  const later = said.filter((line) => isChange(line) && line.verdict === 'valid' && line.words?.isKnown === false);
  const save = useMutation({ mutationFn: async () => keepWords(known) });
  if (said.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="words">
      <header>
        <h2 id="words">Tags, owners and notes</h2>
        <span className="quiet small push">
          {later.length === 0 ? '' : `of ${counted(later.length, 'new domain')} kept when the audits start; `}
          an empty cell changes nothing
        </span>
      </header>
      <div className="stack">
        <ProblemNotice error={save.error} />
        {save.data === undefined ? null : <Saved saved={save.data} />}
        {known.length === 0 || save.isSuccess ? null : (
          <p>
            <button className="button" type="button" disabled={save.isPending} onClick={() => save.mutate()}>
              {`Change ${counted(known.length, 'domain')}`}
            </button>
          </p>
        )}
        <WordsTable lines={said} />
      </div>
    </section>
  );
}
