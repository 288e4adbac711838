import { listedName } from '@perimeter/report/verdict/names';
import type { DomainSummary } from '@perimeter/contract/domains';
import { Fragment, type ReactElement } from 'react';
import { Mark, Uncapped } from '../../components/dial.tsx';
import { clean, Link, Time } from '../../components/parts.tsx';
import { severities, SeverityTag } from '../../components/severity.tsx';
import { day, tallied } from '../../lib/format.ts';
import { onlyReads, useFrame } from '../../lib/frame.ts';
import { Delta } from './delta.tsx';
import { Spark } from './spark.tsx';
import { rowFormOf, RowWords } from './word-fields.tsx';

/** The worst severity that has issues, with their number. */
function Worst({ issues: counts }: Pick<DomainSummary, 'issues'>): ReactElement {
  const worst = counts === null ? undefined : severities.find((severity) => counts[severity] > 0);
  if (counts === null) return <span className="quiet small">unknown</span>;
  if (worst === undefined) return <span className="quiet">none</span>;
  return <SeverityTag severity={worst}>{`${counts[worst]} ${worst}`}</SeverityTag>;
}

const endsOf = { certificate: 'certificate', registration: 'registration', signature: 'DNSSEC signature' } as const;

/** What of the domain ends first. */
const NextEnd = ({ deadline }: Pick<DomainSummary, 'deadline'>): ReactElement => {
  const { nowMs } = useFrame();
  if (deadline === null) return <span className="quiet">unknown</span>;
  return (
    <>
      {day(deadline.at)}
      <br />
      <small className="quiet">{endsOf[deadline.kind]}</small>{' '}
      {deadline.at > nowMs ? null : <span className="tag warn">ended</span>}
    </>
  );
};

const answered = (permille: number | null): string =>
  permille === null ? '' : `${Math.floor(permille / 10)} % of checks (weighted) have a result`;

interface RowProps {
  domain: DomainSummary;
  isPicked: boolean;
  /** Null: its form was not refused. */
  refused: Parameters<typeof RowWords>[0]['refused'];
}

/** The forms of the rows; back is the query of the list, to which saving returns. */
export const RowForms = ({
  domains,
  back,
}: {
  domains: readonly DomainSummary[];
  back: string;
}): ReactElement | null => {
  const frame = useFrame();
  if (onlyReads(frame)) return null;
  const { base } = frame;
  return (
    <>
      {domains.map(({ domain }) => (
        <form key={domain} id={rowFormOf(domain)} action={`${base}/domains/${domain}/tags`} method="post">
          <input type="hidden" name="back" value={back} />
        </form>
      ))}
    </>
  );
};

/** A domain with what the account keeps of it; the script that saves it shows it there. */
const NameCell = ({ domain, refused, name }: Omit<RowProps, 'isPicked'> & { name: string }): ReactElement => {
  const isReader = onlyReads(useFrame());
  return (
    <th scope="row">
      <Link to={`/domains/${domain.domain}`}>{name}</Link>
      <small className="quiet">
        {answered(domain.concludedPermille)}
        {domain.gradeStatus === 'provisional' ? <span className="tag warn">provisional</span> : null}
        <span data-words="owner" hidden={domain.owner === ''}>
          {clean(domain.owner, 100)}
        </span>
        <span data-words="tags" hidden={domain.tags.length === 0}>
          {domain.tags.map((tag, at) => (
            <Fragment key={tag}>
              {at === 0 ? '' : ' '}
              <Link className="tag" to={`/domains?tag=${encodeURIComponent(tag)}`}>
                {clean(tag, 40)}
              </Link>
            </Fragment>
          ))}
        </span>
      </small>
      <small className="quiet" data-words="note" hidden={domain.note === ''}>
        {clean(domain.note, 200)}
      </small>
      {isReader ? null : <RowWords domain={domain} refused={refused} />}
    </th>
  );
};

/** One domain of the list, by its latest audit. */
export const DomainRow = ({ domain, isPicked, refused }: RowProps): ReactElement => {
  const name = clean(listedName(domain.domain), 520);
  return (
    <tr id={domain.domain}>
      <td className="pick">
        <input
          type="checkbox"
          name="pick"
          value={domain.domain}
          defaultChecked={isPicked}
          aria-label={`Select ${name}`}
        />
      </td>
      <td>
        <Mark
          value={domain.score}
          text={domain.grade}
          grade={domain.grade}
          isProvisional={domain.gradeStatus === 'provisional'}
          label={`Grade ${domain.grade}`}
        />
      </td>
      <NameCell domain={domain} refused={refused} name={name} />
      <td>
        <span className="score">{domain.score}</span> <Uncapped score={domain.score} uncapped={domain.uncapped} />
      </td>
      <td>
        <Delta points={domain.change} none={domain.scores.length > 1 ? 'not comparable' : 'new'} />
      </td>
      <td>
        <Spark scores={domain.scores} grade={domain.grade} />
      </td>
      <td>
        <Worst issues={domain.issues} />
      </td>
      <td>{tallied(domain)}</td>
      <td className="small">
        <NextEnd deadline={domain.deadline} />
      </td>
      <td className="small">
        {domain.reportAvailable ? (
          <Link to={`/audits/${domain.auditId}`}>
            <Time at={domain.completedAt} />
          </Link>
        ) : (
          <Time at={domain.completedAt} />
        )}
      </td>
    </tr>
  );
};
