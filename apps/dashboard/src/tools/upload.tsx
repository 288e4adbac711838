import type { Batch, CheckedBatch } from '@perimeter/contract/batch';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, useState } from 'react';
import { Link, Time } from '../components/parts.tsx';
import { ProblemNotice } from '../components/problem-notice.tsx';
import { decodedText } from '../lib/decoded-text.ts';
import { goTo, request } from '../lib/request.ts';
import { BatchProgress, batchWords } from './batch-progress.tsx';
import { CheckedList } from './checked-list.tsx';
import { Unconfirmed } from './unconfirmed.tsx';

const example = 'domain, owner\nexample.com, web team\nexample.org, shop';

/** Characters that the service reads at once (checkBatchBody of the contract, whose code stays out of browsers). */
const mostCharacters = 300_000;

const inThousands = (count: number): string => count.toLocaleString('en-GB');

/** What was selected in the list of domains, one a line. */
const selected = (): string => new URLSearchParams(location.search).getAll('pick').join('\n');

const TooLong = ({ characters }: { characters: number }): ReactElement => (
  <p className="refusal" id="text-wrong" role="alert">
    {`This list has ${inThousands(characters)} characters, and at most ${inThousands(mostCharacters)} are read: take out columns, or make two lists of it.`}
  </p>
);

interface AskProps {
  text: string;
  setText: (text: string) => void;
  onChecked: (checked: CheckedBatch) => void;
}

function Ask({ text, setText, onChecked }: AskProps): ReactElement {
  const check = useMutation({
    mutationFn: async () => request<CheckedBatch>('POST', '/api/batches/check', { text }),
    onSuccess: onChecked,
  });
  const read = async (file: File | undefined): Promise<void> => {
    if (file !== undefined) setText(decodedText(new Uint8Array(await file.arrayBuffer())));
  };
  const isTooLong = text.length > mostCharacters;
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (isTooLong) document.getElementById('text')?.focus();
    else check.mutate();
  };
  return (
    <form className="panel upload" aria-labelledby="list" onSubmit={send}>
      <header>
        <h2 id="list">Your list</h2>
        <span className="quiet small push">at most 1,000 domains, {inThousands(mostCharacters)} characters</span>
      </header>
      <ProblemNotice error={check.error} />
      <div className="field">
        <label htmlFor="file">CSV or text file</label>
        <input
          id="file"
          type="file"
          accept=".csv,.tsv,.txt,text/*"
          onChange={(event) => void read(event.target.files?.[0])}
        />
      </div>
      <div className="field">
        <label htmlFor="text">Or one domain a line</label>
        <textarea
          id="text"
          className="mono"
          rows={8}
          required
          aria-invalid={isTooLong || undefined}
          aria-describedby={isTooLong ? 'text-wrong' : undefined}
          spellCheck={false}
          autoCapitalize="off"
          placeholder={example}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {isTooLong ? <TooLong characters={text.length} /> : null}
      </div>
      <p>
        <button className="button primary" type="submit" disabled={check.isPending} aria-busy={check.isPending}>
          Check the list
        </button>
      </p>
    </form>
  );
}

function Earlier(): ReactElement | null {
  const list = useQuery({
    queryKey: ['batches'],
    queryFn: async () => request<{ batches: Batch[] }>('GET', '/api/batches'),
  });
  const batches = list.data?.batches ?? [];
  if (list.isError) return <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />;
  if (batches.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="earlier">
      <header>
        <h2 id="earlier">Earlier lists</h2>
      </header>
      <div className="scroll" tabIndex={0} role="group" aria-label="Earlier lists">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Made</th>
              <th scope="col">State</th>
              <th scope="col" className="end">
                Domains
              </th>
            </tr>
          </thead>
          <tbody>
            {batches.map((batch) => (
              <tr key={batch.id}>
                <th scope="row">
                  <Link to={`/domains/upload?batch=${batch.id}`}>
                    <Time at={batch.createdAt} />
                  </Link>
                </th>
                <td>{batchWords[batch.status]}</td>
                <td className="end mono">{batch.total}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Many domains: given, checked, started, followed. The address of the page names the batch, so that it can be left. */
export function Upload(): ReactElement {
  const [checked, setChecked] = useState<CheckedBatch | null>(null);
  // Who goes back from what was understood finds the list as it was given.
  const [text, setText] = useState(selected);
  const id = new URLSearchParams(location.search).get('batch') ?? '';
  if (id !== '') return <BatchProgress id={id} />;
  if (checked !== null)
    return (
      <CheckedList
        checked={checked}
        onBack={() => setChecked(null)}
        onStarted={(made) => goTo(`/domains/upload?batch=${made.id}`)}
      />
    );
  return (
    <>
      <Unconfirmed />
      <Ask text={text} setText={setText} onChecked={setChecked} />
      <Earlier />
    </>
  );
}
