import type { Batch, CheckedBatch } from '@perimeter/contract/batch';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, useState } from 'react';
import { clean, Notice, Time } from '../components/parts.tsx';
import { ProblemNotice } from '../components/problem-notice.tsx';
import { credits as inWords } from '../lib/format.ts';
import { request } from '../lib/request.ts';
import { keepWords, ListedWords } from './listed-words.tsx';

type Line = CheckedBatch['lines'][number];

const words: Readonly<Record<Line['verdict'], string>> = {
  valid: 'will be audited',
  audited_today: 'audited today',
  duplicate: 'listed before',
  refused: 'refused',
};

const countOf = (lines: readonly Line[], verdict: Line['verdict']): number =>
  lines.filter((line) => line.verdict === verdict).length;

const Lines = ({ lines }: Pick<CheckedBatch, 'lines'>): ReactElement => (
  <div className="scroll tall" tabIndex={0} role="group" aria-label="What was understood">
    <table className="table">
      <caption className="hidden-visually">What was understood, line by line</caption>
      <thead>
        <tr>
          <th scope="col" className="end">
            Line
          </th>
          <th scope="col">Domain</th>
          <th scope="col">Understood as</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ line, listedAs, input, verdict, reason }, at) => (
          <tr key={at}>
            <td className="end mono quiet">{line}</td>
            <th scope="row" className="mono break">
              {clean(listedAs ?? (input === '' ? '(not shown)' : input), 520)}
            </th>
            <td>
              <span className={`tag ${verdict === 'valid' ? 'on' : verdict === 'refused' ? 'off' : ''}`}>
                {words[verdict]}
              </span>
              {reason === null ? null : <span className="small"> {clean(reason, 400)}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/** What it costs, whether there is enough, and how long starting takes. */
function Price({ checked: { credits, startsAMinute }, cost }: { checked: CheckedBatch; cost: number }): ReactElement {
  const minutes = Math.max(1, Math.ceil(cost / Math.max(1, startsAMinute - 2)));
  return (
    <>
      <dl className="price">
        <div>
          <dt>Costs at most</dt>
          <dd>{inWords(cost)}</dd>
        </div>
        <div>
          <dt>Left this month</dt>
          <dd>{credits.unlimited ? 'no limit' : inWords(credits.remaining)}</dd>
        </div>
        <div>
          <dt>Starts within about</dt>
          <dd>{minutes === 1 ? '1 minute' : `${minutes} minutes`}</dd>
        </div>
      </dl>
      {cost <= credits.remaining ? null : (
        <Notice title="Your credits do not cover all of it" tone="medium" icon="warn">
          The list is paused when they are used, and you can resume it when the next come on{' '}
          <Time at={credits.resetsAt} />.
        </Notice>
      )}
    </>
  );
}

const Choice = ({
  name,
  label,
  onChange,
}: {
  name: string;
  label: string;
  onChange?: (is: boolean) => void;
}): ReactElement => (
  <label className="choice">
    <input type="checkbox" name={name} onChange={(event) => onChange?.(event.currentTarget.checked)} />
    {label}
  </label>
);

const Understood = ({ lines, linesLeftOut }: Pick<CheckedBatch, 'lines' | 'linesLeftOut'>): ReactElement => (
  <section className="panel" aria-labelledby="understood">
    <header>
      <h2 id="understood">What was understood</h2>
    </header>
    {linesLeftOut === 0 ? null : (
      <Notice title={`${linesLeftOut} more lines were not read`} tone="medium" icon="warn">
        Of a list, the first 1000 lines are read.
      </Notice>
    )}
    {lines.length === 0 ? (
      <Notice title="No domain was found in the list" tone="medium" icon="warn" />
    ) : (
      <Lines lines={lines} />
    )}
  </section>
);

const Choices = ({ today, onAgain }: { today: number; onAgain: (is: boolean) => void }): ReactElement => (
  <div>
    {today === 0 ? null : <Choice name="again" label="Audit those of today again" onChange={onAgain} />}
    <Choice name="deep" label="Deep audits: slower, and look at more" />
    <Choice name="private" label="Private: shown to your account alone" />
    <Choice name="authority" label="I may test all these domains: deep audits then send more" />
  </div>
);

interface CheckedListProps {
  checked: CheckedBatch;
  onBack: () => void;
  onStarted: (made: Batch) => void;
}

/** What was understood of a list and what it costs, before anything starts. */
export function CheckedList({ checked, onBack, onStarted }: CheckedListProps): ReactElement {
  // Sent twice, it is one batch.
  const [key] = useState(() => `upload-${Date.now()}-${Math.random().toString(36).slice(2)}`);
  const [again, setAgain] = useState(false);
  const { lines, linesLeftOut } = checked;
  const today = countOf(lines, 'audited_today');
  const chosen = lines.filter(({ verdict }) => verdict === 'valid' || (again && verdict === 'audited_today'));
  const start = useMutation({
    mutationFn: async (form: FormData) => {
      const made = await request<Batch>(
        'POST',
        '/api/batches',
        {
          domains: chosen.flatMap(({ domain }) => (domain === null ? [] : [domain])),
          scanMode: form.get('deep') === 'on' ? 'deep' : 'standard',
          authority: form.get('authority') === 'on',
          ...(form.get('private') === 'on' ? { private: true } : {}),
        },
        { 'idempotency-key': `${key}-${String(again)}` },
      );
      // What the list says of domains that were not known before they stood in a batch.
      await keepWords(chosen.filter(({ words: said }) => said?.isKnown === false));
      return made;
    },
    onSuccess: onStarted,
  });
  const send = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    start.mutate(new FormData(event.currentTarget));
  };
  return (
    <>
      <form className="panel upload" onSubmit={send} aria-labelledby="start">
        <header>
          <h2 id="start">{chosen.length === 1 ? '1 domain to audit' : `${chosen.length} domains to audit`}</h2>
          <span className="quiet small push">
            {countOf(lines, 'duplicate')} listed twice, {countOf(lines, 'refused')} refused, {today} audited today
          </span>
        </header>
        <ProblemNotice error={start.error} />
        <Price checked={checked} cost={chosen.length} />
        <Choices today={today} onAgain={setAgain} />
        <p className="row">
          <button className="button primary" type="submit" disabled={start.isPending || chosen.length === 0}>
            {chosen.length === 1 ? 'Start 1 audit' : `Start ${chosen.length} audits`}
          </button>
          <button className="button" type="button" onClick={onBack}>
            Change the list
          </button>
        </p>
      </form>
      <ListedWords lines={lines} />
      <Understood lines={lines} linesLeftOut={linesLeftOut} />
    </>
  );
}
