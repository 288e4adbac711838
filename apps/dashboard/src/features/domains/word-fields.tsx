import type { DomainSummary } from '@perimeter/contract/domains';
import { listedName } from '@perimeter/report/verdict/names';
import { Fragment, type ReactElement } from 'react';
import { clean } from '../../components/parts.tsx';
import type { RefusedWords } from '../../lib/domain-props.ts';

/** What is typed of a domain, as long as it is kept. */
const fields = [
  ['tags', 'Tags', 'Tags, separated by commas', 1_000],
  ['owner', 'Owner', 'Who looks after it', 100],
  ['note', 'Note', 'Note', 1_000],
] as const;

interface WordFieldsProps {
  words: { tags: readonly string[]; owner: string; note: string };
  /** Null: nothing was refused. */
  refused: RefusedWords | null;
  /** Of a row: what the fields are called, and the form that they stand outside of. */
  row?: { name: string; form: string };
}

/** The fields of tags, owner and note: what is kept, or what was typed and refused, with the reason. */
export const WordFields = ({ words, refused, row }: WordFieldsProps): ReactElement => (
  <>
    {fields.map(([field, title, label, most]) => {
      const why = refused?.wrong[field];
      const id = `refused-${field}`;
      const kept = field === 'tags' ? words.tags.join(', ') : words[field];
      return (
        <Fragment key={field}>
          <input
            form={row?.form}
            name={field}
            defaultValue={refused?.typed[field] ?? kept}
            maxLength={most}
            placeholder={title}
            aria-label={row === undefined ? label : `${title} of ${row.name}`}
            aria-invalid={why === undefined ? undefined : true}
            aria-describedby={why === undefined ? undefined : id}
          />
          {why === undefined ? null : (
            <p className="refusal" id={id} role="alert">
              {clean(why, 300)}
            </p>
          )}
        </Fragment>
      );
    })}
  </>
);

/** The form of a row: it stands behind the table, which is in a form itself. */
export const rowFormOf = (domain: string): string => `words-${domain}`;

/** Tags, owner and note, to be changed where they stand. */
export const RowWords = ({
  domain,
  refused,
}: {
  domain: DomainSummary;
  refused: RefusedWords | null;
}): ReactElement => {
  const name = clean(listedName(domain.domain), 520);
  const form = rowFormOf(domain.domain);
  return (
    <domain-words data-domain={domain.domain}>
      <details className="small" open={refused !== null}>
        <summary>
          Edit<span className="hidden-visually">{` tags, owner and note of ${name}`}</span>
        </summary>
        <div className="row filter">
          <WordFields words={domain} refused={refused} row={{ name, form }} />
          <button className="button" type="submit" form={form}>
            Save
          </button>
          <span role="status" />
        </div>
      </details>
    </domain-words>
  );
};
